import type { ProjectFiles, Suggestion } from './project-files.ts'

/** Languages whose one tool installs, builds and tests. Pure. */
export function compiledCommands({ names }: ProjectFiles): Suggestion {
  const found = TOOLS.filter(({ isUsed }) => isUsed(names)).map(({ suggest }) => suggest(names))
  return {
    setup: found.flatMap(({ setup }) => setup),
    checks: found.flatMap(({ checks }) => checks),
  }
}

interface Tool {
  isUsed(names: readonly string[]): boolean
  suggest(names: readonly string[]): Suggestion
}

const hasOne = (...files: readonly string[]) => {
  return (names: readonly string[]): boolean => files.some((file) => names.includes(file))
}

const TOOLS: readonly Tool[] = [
  {
    isUsed: hasOne('go.mod'),
    suggest: () => ({ setup: ['go mod download'], checks: ['go vet ./...', 'go test ./...'] }),
  },
  {
    isUsed: hasOne('Cargo.toml'),
    suggest: (names) => ({
      setup: [names.includes('Cargo.lock') ? 'cargo fetch --locked' : 'cargo fetch'],
      checks: ['cargo fmt --check', 'cargo test --offline'],
    }),
  },
  {
    isUsed: hasOne('gradlew', 'build.gradle', 'build.gradle.kts'),
    suggest(names) {
      const gradle = `${names.includes('gradlew') ? './gradlew' : 'gradle'} --no-daemon`
      // No task downloads all that the tests need, but running them does. They may fail on the base.
      return { setup: [`${gradle} check || true`], checks: [`${gradle} --offline check`] }
    },
  },
  {
    isUsed: hasOne('pom.xml'),
    suggest(names) {
      const maven = `${names.includes('mvnw') ? './mvnw' : 'mvn'} --batch-mode`
      return { setup: [`${maven} verify || true`], checks: [`${maven} --offline verify`] }
    },
  },
  {
    isUsed: (names) => names.some((name) => /\.(?:slnx?|csproj|fsproj|vbproj)$/.test(name)),
    suggest: () => ({ setup: ['dotnet restore'], checks: ['dotnet test --no-restore'] }),
  },
]
