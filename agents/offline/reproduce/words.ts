/** Whether `text` holds `name` as a word of its own. */
export function holdsName(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1] ?? ' ';
    const after = text[at + name.length] ?? ' ';
    if (!/\w/.test(before) && !/\w/.test(after)) return true;
  }
  return false;
}

/** Last part of a test's id without parameters: `test_hooks` of `tests/test_a.py::T::test_hooks[1]`. */
export function shortName(id: string): string {
  const plain = id.split('[')[0] ?? id;
  const last = plain.split('::').at(-1) ?? plain;
  return plain.includes('::') ? last : (last.split('.').at(-1) ?? last);
}
