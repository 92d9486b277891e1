"""Compares the documented errors of live_activities.h with the errors that the functions return.

    errors.py shim HEADER...      writes C code that is loaded before the library (LD_PRELOAD) and records, for each call of
                                  a function, the status that it returned, in the file LA_STATUS_LOG; LA_OK once a process
    errors.py check LOG HEADER... fails for a status that a test has received and no comment mentions, and for a function that
                                  never returned LA_OK: no test has shown that it works in the packaged library
    errors.py list HEADER...      prints the documented errors of each function, and the ones missing in LOG

Documented errors that no test causes are printed, so that a reader can judge them.
"""
import re
import sys

GROUPS = {
    "common error": {"INVALID_ARGUMENT", "INVALID_HANDLE", "BUSY"},
    "command error": {"IMPLAUSIBLE_DATE", "CHANGES_NOT_POLLED", "STORE_UNAVAILABLE", "NOT_DURABLE", "FENCED"},
}
DECLARATION = re.compile(r"LA_API la_status (la_\w+)\((.*?)\);", re.S)
CODE = re.compile(r"\b(?:LA_ERROR)?_([A-Z][A-Z_]+[A-Z])\b")


def functions(paths):
    """Each function with its parameters and its comment, which several functions may share."""
    found = {}
    for path in paths:
        text = open(path).read()
        comment, end = "", 0
        for match in re.finditer(r"/\*.*?\*/|" + DECLARATION.pattern, text, re.S):
            if match.group(0).startswith("/*"):
                # A comment in a parameter list or after a field does not belong to a function.
                if text[:match.start()].endswith("\n"):
                    comment = re.sub(r"\n \*", " ", match.group(0))
                continue
            found[match.group(1)] = (re.sub(r"\s+", " ", match.group(2)), re.sub(r"\s+", " ", comment))
    return found


def documented(functions):
    known = {}

    def codes(name, seen=()):
        if name in known or name in seen:
            return known.get(name, set())
        if name not in functions:
            return set()
        text = functions[name][1]
        returns = text[text.index("Returns ") :] if "Returns " in text else ""
        excepted = set(CODE.findall(" ".join(re.findall(r"except ([^.;]*)", returns))))
        result = set(CODE.findall(returns)) - excepted
        for phrase, group in GROUPS.items():
            if phrase in returns:
                result |= group
        for other in re.findall(r"what (la_\w+)\(\) returns", returns):
            result |= codes(other, seen + (name,)) - excepted
        if "what the function of that command returns" in returns:
            for other, (parameters, _) in functions.items():
                if "int64_t now_ms" in parameters and other != name:
                    result |= codes(other, seen + (name,))
        known[name] = result
        return result

    for name in functions:
        codes(name)
    return known


def shim(functions):
    print('#define _GNU_SOURCE\n#include "live_activity_pictures.h"\n#include "live_activity_testing.h"\n#include <dlfcn.h>\n'
          '#include <stdio.h>\n#include <stdlib.h>\n')
    print("static void note(const char *name, la_status status)\n{\n    static FILE *file;\n    const char *path = "
          "getenv(\"LA_STATUS_LOG\");")
    print('    if (path == NULL)\n        return;\n    if (file == NULL)\n        file = fopen(path, "a");')
    print('    if (file != NULL) {\n        fprintf(file, "%s %s\\n", name, la_status_name(status));\n        fflush(file);\n  '
          '  }\n}\n')
    for name, (parameters, _) in functions.items():
        names = [] if parameters == "void" else [
            re.search(r"\(\*(\w+)\)", one).group(1) if "(*" in one else re.search(r"(\w+)(?:\[\d*\])?$", one).group(1)
            for one in re.split(r", (?![^(]*\))", parameters)
        ]
        print(f"la_status {name}({parameters})\n{{\n    static la_status (*next)({parameters});\n    la_status status;")
        print(f'    if (next == NULL)\n        *(void **)&next = dlsym(RTLD_NEXT, "{name}");')
        print(f'    status = next({", ".join(names)});\n    static int noted;\n    if (status != LA_OK || !noted) {{')
        print(f'        noted |= status == LA_OK;\n        note("{name}", status);\n    }}\n    return status;\n}}\n')


def main():
    command, *arguments = sys.argv[1:]
    if command == "shim":
        return shim(functions(arguments))
    log, *headers = arguments
    lists = documented(functions(headers))
    seen, working = {}, set()
    for line in open(log):
        name, status = line.split()
        if status == "LA_OK":
            working.add(name)
        else:
            seen.setdefault(name, set()).add(status.removeprefix("LA_ERROR_"))
    wrong = 0
    for name in sorted(set(lists) - working):
        print(f"{name} has never returned LA_OK: no test under Tests/C shows that it works")
        wrong = 1
    for name, statuses in sorted(seen.items()):
        for status in sorted(statuses - lists.get(name, set())):
            print(f"{name} returns LA_ERROR_{status}, which its comment does not mention")
            wrong = 1
    unseen = sum(len(codes - seen.get(name, set())) for name, codes in lists.items())
    if command == "list":
        for name, codes in sorted(lists.items()):
            print(name, "not seen:", " ".join(sorted(codes - seen.get(name, set()))))
    print(f"{sum(map(len, seen.values()))} errors seen and documented; {unseen} documented ones were not provoked")
    return wrong


sys.exit(main())
