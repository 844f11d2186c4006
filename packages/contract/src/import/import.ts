import Type, { type Static, type TSchema } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant, NoContent, text } from '../shapes.ts'
import { type ImportMessageCode, importMessages } from './import-messages.ts'

function orNull<Shape extends TSchema>(shape: Shape, description?: string) {
  return Type.Union([shape, Type.Null()], { ...(description !== undefined && { description }) })
}

const Count = Type.Integer({ minimum: 0 })

/** A message of an import as a code and its data. The imports of an older release have only sentences. */
const Message = Type.Object({
  code: Type.Unsafe<ImportMessageCode>({ type: 'string', enum: Object.keys(importMessages) }),
  data: Type.Record(Type.String(), Type.String()),
})

/** A row that is skipped or imported with omissions. */
const OddRow = Type.Object({
  row: Type.Union([Type.Integer(), Type.String()], { description: 'number or name in the source' }),
  name: Type.String(),
  reasons: Type.Array(Type.String(), { description: 'in English' }),
  reasonCodes: Type.Optional(Type.Array(Message)),
  rename: orNull(Type.String(), 'a name that this site can take, where that is all that is wrong'),
})

const OddRows = Type.Object({
  count: Count,
  items: Type.Array(OddRow, { description: 'the first 200' }),
})

export type ImportReport = Static<typeof ImportReport>
const ImportReport = Type.Object({
  read: Count,
  importable: Count,
  present: Type.Integer({ description: 'players who are on this site already' }),
  withoutEmail: Count,
  withNewUuid: Type.Integer({ description: 'players who get a uuid that no game server knows' }),
  schemes: Type.Array(Type.Object({ name: Type.String(), count: Count })),
  weak: Type.Object({
    count: Type.Integer({ description: 'hashes that are quick to crack and will be strengthened' }),
    seconds: Type.Number({ description: 'about how long that takes' }),
  }),
  skipped: OddRows,
  notes: OddRows,
  told: Type.Array(Type.String(), { description: 'data that no row brings, in English' }),
  toldCodes: Type.Optional(Type.Array(Message)),
  beside: Type.Boolean({ description: 'whether roles, groups or news are also imported' }),
})

/** The state of the current or last import. */
export type ImportRun = Static<typeof ImportRun>
const ImportRun = Type.Object({
  id: Type.String(),
  phase: Type.Union([
    Type.Literal('uploading'),
    Type.Literal('uploaded'),
    Type.Literal('reading'),
    Type.Literal('ready', { description: 'there is a report' }),
    Type.Literal('proving'),
    Type.Literal('writing'),
    Type.Literal('done'),
    Type.Literal('failed', { description: 'nothing was written' }),
    Type.Literal('lost', { description: 'the server stopped; nothing was written' }),
  ]),
  beganAt: Instant,
  source: orNull(Type.String()),
  place: orNull(Type.String(), 'the address of a database, without its password'),
  file: orNull(Type.Object({ name: Type.String(), size: Count, received: Count })),
  progress: orNull(
    Type.Object({
      step: Type.Union([Type.Literal('reading'), Type.Literal('hashing'), Type.Literal('writing')]),
      done: Count,
      total: Type.Integer({ description: '0 while unknown' }),
      secondsLeft: orNull(Type.Integer()),
    }),
  ),
  report: orNull(ImportReport),
  proof: orNull(
    Type.Object({
      username: Type.String(),
      opens: Type.Boolean(),
      problem: orNull(Type.String(), 'why it could not be tried, in English'),
      problemCode: Type.Optional(orNull(Message)),
    }),
    'the last proof',
  ),
  failure: orNull(Type.String(), 'in English'),
  failureCode: Type.Optional(orNull(Message)),
  result: orNull(Type.Object({ imported: Count, updated: Count, at: Instant })),
})

export type ImportState = Static<typeof ImportState>
const ImportState = Type.Object({
  sources: Type.Array(
    Type.Object({
      name: Type.String(),
      title: Type.String(),
      about: Type.Object({ en: Type.String(), ru: Type.String() }),
      places: Type.Array(
        Type.Union([
          Type.Literal('sqlite'),
          Type.Literal('postgres'),
          Type.Literal('mysql'),
          Type.Literal('file'),
        ]),
      ),
      columns: Type.Array(Type.String(), { description: 'the columns that `columns` may rename' }),
    }),
  ),
  schemes: Type.Array(Type.String()),
  run: orNull(ImportRun),
})

const rows = { caller: 'player', permission: 'panel.system.read', status: 200 } as const
const Name = text({ minLength: 1, maxLength: 200 })

export const showImport = endpoint({
  ...rows,
  name: 'showImport',
  summary: 'Import sources and the state of the import; for superusers',
  method: 'GET',
  path: '/admin/import',
  reply: ImportState,
  errors: [],
})

export const uploadImport = endpoint({
  ...rows,
  name: 'uploadImport',
  summary:
    'Upload a part of an import file; the first part begins an import, the last completes the file',
  method: 'PUT',
  path: '/admin/import/file',
  reauthentication: { onDemand: true }, // for the first part: an upload may outlast a re-authentication
  slow: true,
  query: Type.Object({
    name: Name,
    size: Type.String({ pattern: '^[1-9][0-9]{0,11}$', description: 'bytes of the whole file' }),
    offset: Type.String({
      pattern: '^(0|[1-9][0-9]{0,11})$',
      description: 'the offset of the part in the file, in bytes',
    }),
  }),
  upload: true,
  reply: ImportState,
  errors: ['import.running', 'import.elsewhere'],
})

export const lookAtImport = endpoint({
  ...rows,
  name: 'lookAtImport',
  summary: 'Read the file or the database, and report what would happen; nothing is written',
  method: 'POST',
  path: '/admin/import',
  reauthentication: {},
  limits: [{ name: 'imports', calls: 60, perSeconds: 3600, per: 'player', counts: 'calls' }],
  body: Type.Object({
    source: Name,
    address: Type.Optional(
      text({ minLength: 1, maxLength: 2000, description: '`mysql://…` or `postgres://…`' }),
    ),
    table: Type.Optional(Name),
    prefix: Type.Optional(Name),
    scheme: Type.Optional(Name),
    salt: Type.Optional(text({ minLength: 1, maxLength: 1000 })),
    key: Type.Optional(text({ minLength: 1, maxLength: 1000 })),
    delimiter: Type.Optional(text({ minLength: 1, maxLength: 1 })),
    offlineUuids: Type.Optional(Type.Boolean()),
    preferLastSeen: Type.Optional(Type.Boolean()),
    columns: Type.Optional(Type.Array(Type.Object({ ours: Name, theirs: Name }), { maxItems: 50 })),
    renames: Type.Optional(Type.Array(Type.Object({ from: Name, to: Name }), { maxItems: 300 })),
  }),
  reply: ImportState,
  errors: ['import.running', 'import.nofile', 'import.nodatabase'],
})

export const proveImport = endpoint({
  ...rows,
  name: 'proveImport',
  summary: 'Test whether an old password opens its account with the hash that will be stored',
  method: 'POST',
  path: '/admin/import/proof',
  reauthentication: {},
  changes: true,
  limits: [{ name: 'import-proofs', calls: 30, perSeconds: 3600, per: 'player', counts: 'calls' }],
  body: Type.Object({ username: Name, password: text({ minLength: 1, maxLength: 65_536 }) }),
  reply: ImportState,
  errors: ['import.notready', 'import.running'],
})

export const startImport = endpoint({
  ...rows,
  name: 'startImport',
  summary: 'Write all players of the report, or none',
  method: 'POST',
  path: '/admin/import/start',
  reauthentication: {},
  body: Type.Object({
    withoutProof: Type.Boolean({ description: 'start although no password was tested' }),
    skipFaulty: Type.Boolean({ description: 'skip the rows that cannot be imported' }),
    update: Type.Boolean({ description: 'update the players who were imported earlier' }),
  }),
  reply: ImportState,
  errors: ['import.notready', 'import.running', 'import.unproved', 'import.faulty', 'import.empty'],
})

const AwaitingCounts = {
  waiting: Type.Integer({
    description: 'players without a password who have an address and got no link yet',
  }),
  withoutEmail: Type.Integer({ description: 'players without a password and without an address' }),
}

export const showResetLinks = endpoint({
  ...rows,
  name: 'showResetLinks',
  summary: 'Count the players who were imported without a password; for superusers',
  method: 'GET',
  path: '/admin/import/reset-links',
  reply: Type.Object(AwaitingCounts),
  errors: [],
})

export const sendResetLinks = endpoint({
  ...rows,
  name: 'sendResetLinks',
  summary: 'Mail a reset link to the next 100 players who were imported without a password',
  method: 'POST',
  path: '/admin/import/reset-links',
  reauthentication: {},
  reply: Type.Object({ sent: Type.Integer(), ...AwaitingCounts }),
  errors: [],
})

export const endImport = endpoint({
  name: 'endImport',
  summary: 'Discard the file, the report or the outcome; not while players are written',
  method: 'DELETE',
  path: '/admin/import',
  caller: 'player',
  permission: 'panel.system.read',
  reauthentication: {},
  status: 204,
  reply: NoContent,
  errors: ['import.running'],
})
