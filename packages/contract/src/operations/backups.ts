import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Backup, Instant, InstantOrNull, text } from '../shapes.ts'

const Backups = Type.Object({
  folder: Type.String({ description: 'the folder of the backups on the disk of this server' }),
  encrypted: Type.Boolean({ description: 'whether BACKUP_PASSPHRASE encrypts new backups' }),
  making: Type.Boolean({ description: 'whether a server is creating a backup now' }),
  failure: Type.Union([Type.String(), Type.Null()], {
    description: 'why the last backup that this server created for the panel failed',
  }),
  automatic: Type.Object({
    hours: Type.Integer({ description: 'between automatic backups; 0: off' }),
    kept: Type.Integer({ description: 'automatic backups that are kept' }),
    last: Type.Union(
      [
        Type.Object({
          at: Instant,
          failure: Type.Union([Type.String(), Type.Null()], {
            description: 'why the run failed; null if it succeeded',
          }),
        }),
        Type.Null(),
      ],
      { description: 'the last finished run' },
    ),
    nextAt: InstantOrNull,
  }),
  items: Type.Array(Backup, { description: 'newest first' }),
})

export const listBackups = endpoint({
  name: 'listBackups',
  summary: 'The backups on the disk of this server; for superusers',
  method: 'GET',
  path: '/admin/backups',
  caller: 'player',
  permission: 'panel.system.read',
  status: 200,
  reply: Backups,
  errors: [],
})

export const makeBackup = endpoint({
  name: 'makeBackup',
  summary: 'Begin a backup of everything, which is listed once it is complete; for superusers',
  method: 'POST',
  path: '/admin/backups',
  caller: 'player',
  permission: 'panel.system.read',
  limits: [{ name: 'backups', calls: 10, perSeconds: 3600, per: 'player', counts: 'calls' }],
  idempotent: true,
  status: 201,
  reply: Backups,
  errors: ['backup.running'],
})

export const linkBackup = endpoint({
  name: 'linkBackup',
  summary: 'A link that downloads a backup once, within a minute; for superusers',
  method: 'POST',
  path: '/admin/backups/:name/link',
  caller: 'player',
  permission: 'panel.system.read',
  reauthentication: {},
  params: Type.Object({ name: Type.String() }),
  limits: [{ name: 'backup-links', calls: 30, perSeconds: 3600, per: 'player', counts: 'calls' }],
  status: 200,
  reply: Type.Object({ url: Type.String({ description: 'a path' }), expiresAt: Instant }),
  errors: ['backup.notfound'],
})

export const downloadBackup = endpoint({
  name: 'downloadBackup',
  summary: 'A backup, by its link',
  method: 'GET',
  path: '/backups/download',
  caller: 'anyone',
  limits: [{ name: 'downloads', calls: 30, perSeconds: 3600, per: 'ip', counts: 'refusals' }],
  query: Type.Object({ ticket: text({ maxLength: 1000 }) }),
  produces: 'application/octet-stream',
  status: 200,
  reply: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
  errors: ['backup.linkexpired', 'backup.notfound'],
})
