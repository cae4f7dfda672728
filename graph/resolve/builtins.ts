/** Names that need no import (Python 3.11). */
const builtinNames: ReadonlySet<string> = new Set(
  (
    'ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError ' +
    'BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ' +
    'ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning ' +
    'EnvironmentError Exception ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError ' +
    'FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError ' +
    'InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ' +
    'ModuleNotFoundError NameError None NotADirectoryError NotImplemented NotImplementedError OSError ' +
    'OverflowError PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ' +
    'ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration ' +
    'SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError True TypeError ' +
    'UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError ' +
    'UnicodeWarning UserWarning ValueError Warning WindowsError ZeroDivisionError __builtins__ __debug__ ' +
    '__doc__ __file__ __import__ __name__ __package__ __path__ __spec__ abs aiter all anext any ascii bin ' +
    'bool breakpoint bytearray bytes callable chr classmethod compile complex copyright credits delattr ' +
    'dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals hasattr hash ' +
    'help hex id input int isinstance issubclass iter len license list locals map max memoryview min next ' +
    'object oct open ord pow print property quit range repr reveal_type reversed round set setattr slice ' +
    'sorted staticmethod str sum super tuple type vars zip'
  ).split(' '),
);

export const isBuiltin = (name: string): boolean => builtinNames.has(name);

/** Methods of builtin types, files, patterns, threads and dates: such a name alone says nothing about its owner. */
const commonMethods: ReadonlySet<string> = new Set(
  (
    'acquire acquire_lock add append appendleft as_integer_ratio astimezone bit_count bit_length ' +
    'capitalize casefold center clear close closed combine conjugate copy count ctime daemon date day ' +
    'decode denominator detach difference difference_update discard dst encode encoding end endpos ' +
    'endswith errors expand expandtabs extend extendleft fileno find findall finditer flags flush fold ' +
    'format format_map from_bytes fromhex fromisocalendar fromisoformat fromkeys fromordinal ' +
    'fromtimestamp fullmatch get getName getvalue group groupdict groupindex groups hex hour ident imag ' +
    'index insert intersection intersection_update isDaemon is_alive is_integer isalnum isalpha isascii ' +
    'isatty isdecimal isdigit isdisjoint isidentifier islower isnumeric isocalendar isoformat isoweekday ' +
    'isprintable isspace issubset issuperset istitle isupper items join keys lastgroup lastindex ' +
    'line_buffering ljust locked locked_lock lower lstrip maketrans match max maxlen microsecond min ' +
    'minute mode month move_to_end name native_id newlines now numerator partition pattern peek pop ' +
    'popitem popleft pos raw re read read1 readable readinto readinto1 readline readlines real regs ' +
    'release release_lock remove removeprefix removesuffix replace resolution reverse rfind rindex rjust ' +
    'rotate rpartition rsplit rstrip run scanner search second seek seekable setDaemon setName setdefault ' +
    'sort span split splitlines start startswith strftime string strip strptime sub subn swapcase ' +
    'symmetric_difference symmetric_difference_update tell time timestamp timetuple timetz title to_bytes ' +
    'today toordinal translate truncate tzinfo tzname union update upper utcfromtimestamp utcnow ' +
    'utcoffset utctimetuple values weekday writable write writelines year zfill'
  ).split(' '),
);

export const isCommonMethod = (name: string): boolean => commonMethods.has(name);
