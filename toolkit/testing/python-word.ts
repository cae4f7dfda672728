/** A first word such as `python3.11`, `.venv/bin/python` or `/usr/bin/pypy3`. */
export const isPythonWord = (word: string): boolean => /(^|\/)(python|pypy)[0-9.]*$/.test(word);
