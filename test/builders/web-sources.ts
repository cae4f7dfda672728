import { classEntity, methodEntity, relation, variableEntity } from './code-graph.ts';
import type { Extras } from './tool-context.ts';

/** A small library whose names are defined, inherited, re-exported and called across files. */
export const webSources: Readonly<Record<string, string>> = {
  'README.md': '# web\n\nCall `web.Session().send(request)`.\n',
  'web/__init__.py': 'from .sessions import Session\nfrom . import models as m\n',
  'web/models.py': `import os
from .hooks import (
    default_hooks,
    dispatch as run,
)

TIMEOUT: int = 30


class Request(object):
    encoding = None

    def __init__(self, url, hooks=None):
        self.url = url
        self.hooks = default_hooks()
        for event, hook in (hooks or {}).items():
            self.register_hook(event, hook)

    def register_hook(self, event, hook):
        """Register a hook."""
        self.hooks[event].append(hook)

    @property
    def host(self):
        return self.url


class PreparedRequest(Request):
    def send(self):
        timeout = TIMEOUT
        timeout += 1
        return run(self, timeout=timeout)


if os.environ.get('WEB_DEBUG'):
    TIMEOUT = 3000
`,
  'web/hooks.py': `def default_hooks():
    return {}


def dispatch(request, timeout):
    return request
`,
  'web/sessions.py': `from dataclasses import dataclass


@dataclass
class Settings:
    retries: int = 3
    verify: bool = True


class Session(dict):
    def send(self, request):
        import web.hooks
        return web.hooks.dispatch(request, 1)
`,
  'tests/test_models.py': `from web.models import Request


def test_register_hook():
    request = Request('http://example.org')
    request.register_hook('response', print)
`,
};

const models = 'web/models.py';
export const webExtras: Extras = {
  entities: [
    variableEntity(models, 'TIMEOUT', 7, { annotation: 'int', value: '30' }),
    variableEntity(models, 'Request.encoding', 11, { value: 'None' }),
    variableEntity(models, 'Request.url', 14, { scope: 'instance', value: 'url' }),
    variableEntity(models, 'Request.hooks', 15, { scope: 'instance', value: 'default_hooks()' }),
    classEntity(models, 'PreparedRequest', [28, 32], { bases: ['Request'] }),
    methodEntity(models, 'Request.host', [23, 24, 25], { role: 'property', signature: 'def host(self)' }),
    methodEntity(models, 'Request.__init__', [13, 17], {
      role: 'constructor',
      signature: 'def __init__(self, url, hooks=None)',
    }),
    classEntity('web/sessions.py', 'Settings', [4, 5, 7], { decorators: ['dataclass'] }),
    variableEntity('web/sessions.py', 'Settings.retries', 6, { annotation: 'int', value: '3' }),
    variableEntity('web/sessions.py', 'Settings.verify', 7, { annotation: 'bool', value: 'True' }),
    classEntity('web/sessions.py', 'Session', [10, 13], { bases: ['dict'] }),
  ],
  ties: [
    [`${models}:Request`, 'HAS_VARIABLE', `${models}:Request.encoding`],
    [`${models}:Request`, 'HAS_VARIABLE', `${models}:Request.url`],
    [`${models}:Request`, 'HAS_VARIABLE', `${models}:Request.hooks`],
    ['web/sessions.py:Settings', 'HAS_VARIABLE', 'web/sessions.py:Settings.retries'],
    ['web/sessions.py:Settings', 'HAS_VARIABLE', 'web/sessions.py:Settings.verify'],
  ],
  relations: [
    relation(`${models}:PreparedRequest`, 'INHERITS', `${models}:Request`, 'exact', [
      { line: 28, column: 23 },
    ]),
    relation(`${models}:Request.__init__`, 'CALLS', `${models}:Request.register_hook`, 'exact', [
      { line: 17, column: 18 },
    ]),
    relation(`${models}:Request.__init__`, 'CALLS', 'web/hooks.py:default_hooks', 'exact', [
      { line: 15, column: 22 },
    ]),
    relation(
      'tests/test_models.py:test_register_hook',
      'CALLS',
      `${models}:Request.register_hook`,
      'inferred',
      [{ line: 6, column: 13 }],
    ),
    relation('tests/test_models.py:test_register_hook', 'INSTANTIATES', `${models}:Request`, 'exact', [
      { line: 5, column: 15 },
    ]),
    relation('web/sessions.py:Session.send', 'CALLS', `${models}:Request.register_hook`, 'candidate', [
      { line: 13, column: 16 },
    ]),
    relation(models, 'IMPORTS', 'web/hooks.py:default_hooks', 'exact', [{ line: 3, column: 5 }]),
    relation(models, 'IMPORTS', 'web/hooks.py:dispatch', 'exact', [{ line: 4, column: 5 }]),
    relation('web/sessions.py:Session.send', 'IMPORTS', 'web/hooks.py', 'exact', [{ line: 12, column: 16 }]),
    relation('web/hooks.py:dispatch', 'REFERENCES', `${models}:TIMEOUT`, 'exact', [{ line: 6, column: 12 }]),
  ],
};
