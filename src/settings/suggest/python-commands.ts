import type { ProjectFiles, Suggestion } from './project-files.ts'

const PROJECT_FILES = ['pyproject.toml', 'setup.py', 'setup.cfg']
const REQUIREMENTS = ['requirements.txt', 'requirements-dev.txt']
const TEST_FOLDERS = ['tests', 'test']
const EXTRAS = ['test', 'tests', 'dev'] as const

/** Pure. */
export function pythonCommands(files: ProjectFiles): Suggestion {
  const { names, texts } = files
  const has = (...candidates: readonly string[]) => candidates.filter((name) => names.includes(name))
  const isProject = has(...PROJECT_FILES).length > 0
  if (!isProject && has(...REQUIREMENTS).length === 0) return { setup: [], checks: [] }
  const declared = Object.values(texts).join('\n')
  const isTested =
    /\bpytest\b/.test(declared) ||
    has('pytest.ini', 'conftest.py').length > 0 ||
    (has(...TEST_FOLDERS).length > 0 && !/\b(?:nose|unittest)\b/.test(declared))
  const tools = ['ruff', 'mypy'].filter((tool) => isDependency(tool, declared))
  const checks = [
    ...(tools.includes('ruff') ? ['ruff check .'] : []),
    ...(tools.includes('mypy') ? ['mypy .'] : []),
    ...(isTested ? ['pytest'] : []),
  ]
  if (checks.length === 0) return { setup: [], checks }
  if (names.includes('uv.lock'))
    return { setup: ['uv sync --locked'], checks: checks.map((check) => `uv run --offline ${check}`) }
  if (names.includes('poetry.lock'))
    return { setup: ['poetry install'], checks: checks.map((check) => `poetry run ${check}`) }
  const install = [
    ...has(...REQUIREMENTS).map((file) => `-r ${file}`),
    ...(isProject ? [`-e ${withExtra(texts['pyproject.toml'] ?? '')}`] : []),
    // Often nobody declares the test runner.
    ...(isTested && !isDependency('pytest', declared) ? ['pytest'] : []),
  ]
  return {
    setup: ['python3 -m venv .venv', `.venv/bin/pip install ${install.join(' ')}`],
    checks: checks.map((check) => `.venv/bin/${check}`),
  }
}

/** A line of a requirements file, or a quoted requirement of a list; not a table such as `[tool.ruff]`. */
const isDependency = (name: string, declared: string): boolean =>
  new RegExp(String.raw`(?:^|["'])${name}(?![\w.-]*\])(?=[\s"'<>=~!;[]|$)`, 'm').test(declared)

/** The extra of the project that holds its test tools. */
function withExtra(pyproject: string): string {
  const [, table = ''] =
    /^\[project\.optional-dependencies\][ \t]*\n((?:(?!\[).*\n?)*)/m.exec(pyproject) ?? []
  const extra = EXTRAS.find((name) => new RegExp(String.raw`^["']?${name}["']?[ \t]*=`, 'm').test(table))
  return extra === undefined ? '.' : `'.[${extra}]'`
}
