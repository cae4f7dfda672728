/** Words that say nothing about where a bug is: English function words and what every issue says. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about above after again all also although am an and another any are as at be because been before being
  below between both but by can cannot could did do does doing done down during each either else etc even ever
  every few find first following for from further get gets getting give given gives go going good got had has
  have having he hello help her here hi him his how however i if im in instead into is isnt it its itself ive
  just know last least let like line lines look looks made make makes making many may maybe me might more most
  much must my need needs never new no non nor not nothing now of off often ok on once one only or other others
  otherwise our out over own please possible probably put quite rather really right said same say says see seem
  seems seen set several shall she should show shows since so some someone something still such sure take than
  thank thanks that the their them then there these they thing things think this those though through thus to
  too trying try tried two under until up upon us use used useful user users uses using usually very via want
  was way we well were what when where whether which while who why will with within without work working works
  would yes yet you your
  actual actually behavior behaviour bug bugs case cases change changed changes code correct correctly current
  currently description details doesnt dont error errors example examples expect expected expecting fail failed
  failing fails fix fixed happen happens issue issues latest output patch problem problems reproduce result
  results run running snippet steps ticket version versions wrong python traceback recent call file stdin py
  http https com www org github foo bar baz test tests report reported pip install installed linux windows macos
  self true false none return returns def class import print`.split(/\s+/),
);

/** Python's keywords and builtins, and names that snippets use for anything. */
export const commonNames: ReadonlySet<string> = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from
  global if import in is lambda nonlocal not or pass raise return try while with yield match case print self cls
  abs all any bin bool bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate
  eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass
  iter len list locals map max memoryview min next object oct open ord pow property range repr reversed round set
  setattr slice sorted staticmethod str sum super tuple type vars zip __import__ __name__ __main__ __file__
  Exception BaseException TypeError ValueError KeyError IndexError AttributeError RuntimeError AssertionError
  ImportError ModuleNotFoundError NameError OSError IOError ZeroDivisionError StopIteration NotImplementedError
  UnicodeDecodeError UnicodeEncodeError SyntaxError RecursionError OverflowError DeprecationWarning UserWarning
  NotImplemented Ellipsis File Traceback line most recent call last stdin module args kwargs foo bar baz spam eggs
  x y z a b c d e f g h i j k m n p q r s t u v w np pd plt os sys re json io math`.split(/\s+/),
);
