/**
 * Writes sandbox/github/graphql/schema.ts: of GitHub's own GraphQL schema (https://docs.github.com/en/graphql/reference), the
 * types and fields that the queries of Prentice use. `--check`: fails if the file is not up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { schema as github } from '@octokit/graphql-schema'
import {
  buildSchema,
  type FieldDefinitionNode,
  isCompositeType,
  isTypeDefinitionNode,
  Kind,
  type NameNode,
  parse,
  print,
  type TypeDefinitionNode,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { MERGED_QUERY } from '../src/cli/eval/merged-pulls.ts'
import { COMMENTS_QUERY, PULL_REQUEST_QUERY } from '../src/conversation/conversation.ts'

const QUERIES = [COMMENTS_QUERY, PULL_REQUEST_QUERY, MERGED_QUERY]
const OUTPUT = fileURLToPath(new URL('../sandbox/github/graphql/schema.ts', import.meta.url))

const { idl } = github
const schema = buildSchema(idl, { assumeValidSDL: true })

/** Names of types, each with the fields and arguments (`field.argument`) that are used. */
const used = new Map<string, Set<string>>()
const use = (type: string, ...names: string[]): void => {
  used.set(type, new Set([...(used.get(type) ?? []), ...names]))
}

for (const query of QUERIES) {
  const document = parse(query)
  const errors = validate(schema, document)
  if (errors.length > 0) throw new Error(`GitHub's schema refuses a query: ${errors.join('; ')}`)
  const info = new TypeInfo(schema)
  const useInput = () => use(String(info.getInputType()).replace(/[[\]!]/g, ''))
  visit(
    document,
    visitWithTypeInfo(info, {
      Field(node) {
        const [parent, type] = [info.getParentType(), info.getType()]
        if (parent && node.name.value !== '__typename')
          use(
            parent.name,
            node.name.value,
            ...(node.arguments ?? []).map((one) => `${node.name.value}.${one.name.value}`),
          )
        if (type) use(String(type).replace(/[[\]!]/g, ''))
      },
      Argument: useInput,
      ObjectField: useInput,
      InlineFragment() {
        const type = info.getType()
        if (type && isCompositeType(type)) use(type.name)
      },
    }),
  )
}

/** Without descriptions and directives. */
const bare = visit(parse(idl), {
  StringValue: (_, key) => (key === 'description' ? null : undefined),
  Directive: () => null,
})

const printed = bare.definitions
  .filter((node): node is TypeDefinitionNode => isTypeDefinitionNode(node) && used.has(node.name.value))
  .toSorted((a, b) => (a.name.value < b.name.value ? -1 : 1))
  .map((node) => print(slim(node)))

function slim(node: TypeDefinitionNode): TypeDefinitionNode {
  const isUsed = ({ name }: { readonly name: NameNode }) => used.has(name.value)
  const names = used.get(node.name.value) ?? new Set()
  switch (node.kind) {
    case Kind.OBJECT_TYPE_DEFINITION: {
      const interfaces = (node.interfaces ?? []).filter(isUsed)
      const inherited = interfaces.flatMap(({ name }) => [...(used.get(name.value) ?? [])])
      return { ...node, interfaces, fields: fieldsOf(node.fields, new Set([...names, ...inherited])) }
    }
    case Kind.INTERFACE_TYPE_DEFINITION:
      return { ...node, interfaces: [], fields: fieldsOf(node.fields, names) }
    case Kind.UNION_TYPE_DEFINITION:
      return { ...node, types: (node.types ?? []).filter(isUsed) }
    default:
      return node
  }
}

function fieldsOf(fields: readonly FieldDefinitionNode[] = [], names: ReadonlySet<string>) {
  const isUsed = (...path: readonly NameNode[]) => names.has(path.map(({ value }) => value).join('.'))
  return fields
    .filter(({ name }) => isUsed(name))
    .map((field) => ({
      ...field,
      arguments: (field.arguments ?? []).filter(({ name }) => isUsed(field.name, name)),
    }))
}

const text = `// Written by scripts/slice-graphql.ts from GitHub's schema.\nexport const SCHEMA = \`${printed.join('\n\n')}\`\n`

if (process.argv.includes('--check')) {
  if (readFileSync(OUTPUT, 'utf8') !== text)
    throw new Error(`${OUTPUT} is stale: run node scripts/slice-graphql.ts`)
} else writeFileSync(OUTPUT, text)
