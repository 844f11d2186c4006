import { parseSync, Visitor } from 'oxc-parser'

/** The facts about a source file that the rules need. */
export type Source = {
  imports: Import[]
  /** Whether the file reads the machine's clock or random numbers. */
  usesClockOrRandom: boolean
  writesSql: boolean
  /** Whether the file bypasses `change`: opens a transaction, or writes an audit entry or a mail itself. */
  callsChangeStore: boolean
}

/** An import: its specifier as written, and whether it disappears when types are stripped. */
export type Import = { specifier: string; typeOnly: boolean }

const CHANGE_CALLS = ['insertAudit', 'newAudit', 'insertMail', 'sealMail']
const SQL_CALLS = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'createTable']

/** Reads from a source file the facts that the rules need. @throws Error if the text is not valid TypeScript */
export function readSource(file: string, text: string): Source {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)

  const source: Source = {
    imports: [],
    usesClockOrRandom: false,
    writesSql: false,
    callsChangeStore: false,
  }
  const add = (specifier: unknown, typeOnly: boolean): void => {
    if (typeof specifier === 'string') source.imports.push({ specifier, typeOnly })
  }
  new Visitor({
    ImportDeclaration: ({ source: from, importKind }) => add(from.value, importKind === 'type'),
    ExportAllDeclaration: ({ source: from, exportKind }) => add(from.value, exportKind === 'type'),
    ExportNamedDeclaration: ({ source: from, exportKind }) =>
      add(from?.value, exportKind === 'type'),
    ImportExpression: ({ source: from }) => add('value' in from ? from.value : undefined, false),
    TSImportType: ({ source: from }) => add(from.value, true),
    CallExpression: ({ callee }) => {
      const called = text.slice(callee.start, callee.end)
      const name = called.slice(called.lastIndexOf('.') + 1)
      if (/^(Date\.now|Math\.random|(crypto\.)?(randomBytes|randomUUID|randomInt))$/.test(called)) {
        source.usesClockOrRandom = true
      }
      if (called.includes('.') && SQL_CALLS.includes(name)) source.writesSql = true
      const begins = called.includes('.') && name === 'transaction'
      if (begins || CHANGE_CALLS.includes(called)) source.callsChangeStore = true
    },
    NewExpression: ({ callee, arguments: given }) => {
      const isNow = text.slice(callee.start, callee.end) === 'Date' && given.length === 0
      if (isNow) source.usesClockOrRandom = true
    },
    TaggedTemplateExpression: ({ tag }) => {
      if (text.slice(tag.start, tag.end).replace(/<.*$/s, '') === 'sql') source.writesSql = true
    },
  }).visit(program)
  return source
}
