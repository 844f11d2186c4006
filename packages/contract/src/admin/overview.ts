import Type, { type Static } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Backup, Instant, InstantOrNull, Uuid } from '../shapes.ts'

/** The first steps of a site operator. The state of the site shows whether a step is done; no click completes it. */
export const FirstStep = Type.Object({
  id: Type.Union([
    Type.Literal('launcher', { description: 'a launcher server has used its API key' }),
    Type.Literal('builds', { description: 'launcher builds are set' }),
    Type.Literal('mail', { description: 'a mail server is set' }),
    Type.Literal('role', { description: 'there is a role that the owner has made' }),
    Type.Literal('news', { description: 'news has been written' }),
    Type.Literal('skin', { description: 'a player has uploaded a skin or cape' }),
    Type.Literal('backup', { description: 'there is a backup' }),
  ]),
  done: Type.Boolean(),
})

export type Overview = Static<typeof Overview>
export const Overview = Type.Object({
  version: Type.String(),
  yourAddress: Type.String({ description: "the caller's address as the site sees it" }),
  players: Type.Integer(),
  sessions: Type.Integer({ description: 'open sessions' }),
  online: Type.Union([Type.Integer(), Type.Null()], {
    description: 'players on the game servers now; null: no server has responded',
  }),
  active: Type.Object({
    thisWeek: Type.Integer({ description: 'players who signed in during the last 7 days' }),
    lastWeek: Type.Integer({ description: 'players who signed in during the 7 days before' }),
  }),
  bans: Type.Array(
    Type.Object({
      uuid: Uuid,
      username: Type.String(),
      reason: Type.String(),
      createdAt: Instant,
      expiresAt: InstantOrNull,
    }),
    { description: 'the newest five that were not lifted, for `panel.players.read`' },
  ),
  staffSignIns: Type.Array(
    Type.Object({
      uuid: Uuid,
      username: Type.String(),
      device: Type.String(),
      ip: Type.String(),
      at: Instant,
    }),
    {
      description:
        'the newest five open sessions of players with panel permissions, for `panel.players.sessions`',
    },
  ),
  days: Type.Array(
    Type.Object({
      date: Type.String({ description: 'YYYY-MM-DD, UTC' }),
      registrations: Type.Integer(),
      logins: Type.Integer(),
    }),
    { description: 'the last 30 days, oldest first; today is the last' },
  ),
  backup: Type.Union([Backup, Type.Null()], { description: 'the newest on this server' }),
  backupIsOld: Type.Boolean({
    description: 'made over 7 days ago, or never although there are players',
  }),
  steps: Type.Array(FirstStep, {
    description: 'for `panel.settings.edit`; empty when all are done, or hidden by a setting',
  }),
  mail: Type.Object({
    by: Type.Union([Type.Literal('smtp'), Type.Literal('file')]),
    folder: Type.String({
      description:
        'where mails are kept while there is no mail server; empty without `panel.mail.manage`',
    }),
  }),
  mails: Type.Object({
    waiting: Type.Integer(),
    dead: Type.Integer(),
    held: Type.Integer({
      description: 'held back in the last 24 hours, because the recipient got too many mails',
    }),
  }),
  findings: Type.Array(Type.Object({ name: Type.String(), detail: Type.String(), at: Instant }), {
    description:
      'problems that the site noticed about itself, newest first, for `panel.system.read`',
  }),
})

export const showOverview = endpoint({
  name: 'showOverview',
  summary: 'Figures about the site, at most a minute old, and problems that it has found',
  method: 'GET',
  path: '/admin/overview',
  caller: 'player',
  permission: 'panel.access',
  status: 200,
  reply: Overview,
  errors: [],
})
