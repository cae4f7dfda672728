import type { Machine } from './machine.ts';
import type { ClassModel } from './model.ts';

const enums = /(^|\.)(Enum|IntEnum|StrEnum|Flag|IntFlag)$/;

/** Whether the class's plain attributes are instances of it (`enum`). */
export const isEnum = (m: Machine, cls: ClassModel): boolean =>
  m.linearise(cls).externals.some((path) => enums.test(path));
