import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Endpoint, endpoints, mailKinds } from '@portal/contract'
import { commandTree } from '../../src/cli/run-command.ts'
import { sectionsOf } from './documents.ts'

/** The contract and the pages that are parts of it. */
const PAGES = [
  'contract',
  'launcher-protocols',
  'textures',
  'imports',
  'openid',
  'events',
  'game-servers',
  'purchases',
  'discord-roles',
]
const sections = PAGES.flatMap((page) => sectionsOf(`docs/${page}.md`))
const operations = sectionsOf('docs/operations.md')

test('the contract lists every kind of mail exactly once', () => {
  const table = sections.find((text) => text.startsWith('## Mails\n')) ?? ''
  const cells = [...table.matchAll(/^\| (`.*?) \|/gm)].map(([, cell = '']) => cell)
  const listed = cells.flatMap((cell) => [...cell.matchAll(/`([\w-]+)`/g)].map(([, kind]) => kind))

  assert.deepEqual(listed.toSorted(), Object.keys(mailKinds).toSorted())
})

test('docs/contract.md lists every field of a PATCH request', () => {
  const changes = Object.values<Endpoint>(endpoints).filter(({ method }) => method === 'PATCH')
  const missing = changes.flatMap(({ path, body }) => {
    const noun = path.replace(/\/:\w+$/, '')
    const beside = sections.filter((text) => text.includes(noun))
    const words: string[] = beside.join('\n').match(/(?<=`[^`]*)\w+(?=[^`]*`)/g) ?? []
    return Object.keys(body?.properties ?? {})
      .filter((field) => !words.includes(field))
      .map((field) => `${path}: ${field}`)
  })

  assert.ok(changes.length > 8)
  assert.deepEqual(missing, [])
})

test('operations.md lists every command in the order of --help', () => {
  const reference = operations.find((text) => text.startsWith('## Commands\n')) ?? ''
  const cells = [...reference.matchAll(/^\| (`.*?) \| /gm)].map(([, cell = '']) => cell)
  const commands = leavesOf(commandTree(), '')

  assert.ok(commands.length > 50)
  assert.deepEqual(cells.flatMap(commandsIn), commands)
})

/**
 * Returns the commands that a cell names. After a full name, the topic may be omitted: `news create --draft`, `list`
 * means `news create` and `news list`.
 */
function commandsIn(cell: string): string[] {
  const names = [...cell.matchAll(/`(\w[\w-]*(?: \w[\w-]*)*)/g)].map(([, name = '']) => name)
  const topic = names[0]?.split(' ').slice(0, -1).join(' ') ?? ''
  return names.map((name) => (topic === '' || name.includes(' ') ? name : `${topic} ${name}`))
}

type Command = ReturnType<typeof commandTree>

/** Returns the full names of all commands that have no subcommands. */
function leavesOf(command: Command, above: string): string[] {
  return command.commands.flatMap((part) => {
    const name = above ? `${above} ${part.name()}` : part.name()
    return part.commands.length > 0 ? leavesOf(part, name) : [name]
  })
}
