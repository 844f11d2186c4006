import Type from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Instant } from '../shapes.ts'

const keyManagers = { caller: 'player', permission: 'panel.keys.manage' } as const
const File = Type.Union([
  Type.Literal('portal'),
  Type.Literal('portal.js'),
  Type.Literal('portal-linux-x64.gz'),
  Type.Literal('portal-linux-arm64.gz'),
])

export const showLauncher = endpoint({
  name: 'showLauncher',
  summary: 'Data for connecting a launcher, and recent attempts to connect',
  method: 'GET',
  path: '/admin/launcher',
  ...keyManagers,
  status: 200,
  reply: Type.Object({
    publicUrl: Type.String({ description: 'the address of the site, for launchers and games' }),
    now: Instant,
    yourAddress: Type.String({ description: "the caller's address as the site sees it" }),
    files: Type.Array(File, {
      description: 'the files of the module that this server has',
    }),
    yggdrasil: Type.Boolean(),
    azauth: Type.Boolean(),
    yggdrasilKey: Type.Boolean({ description: 'whether the key that games check is there' }),
    refused: Type.Array(
      Type.Object({
        at: Instant,
        ip: Type.String(),
        code: Type.String({ description: 'the code of the refusal' }),
        key: Type.Union([Type.String(), Type.Null()], {
          description: 'the id of the key; null if it is unknown',
        }),
      }),
      { description: 'API keys that were refused within the last hour, newest first' },
    ),
    lastGame: Type.Union([
      Type.Object({ at: Instant, ip: Type.String(), launcher: Type.String() }),
      Type.Null(),
    ]),
  }),
  errors: [],
})
