import type { Tables } from '../../database/tables/tables.ts'
import {
  INTERNAL,
  instant,
  type LeftOut,
  type Part,
  plain,
  SECRET,
  type Shown,
  who,
} from './export-part.ts'
import { isInHistory } from './history-list.ts'
import { partsOfAccount } from './parts-of-account.ts'
import { partsOfConsent } from './parts-of-consent.ts'
import { partsOfPlay } from './parts-of-play.ts'
import { partsOfWaysIn } from './parts-of-ways-in.ts'

const mails = {
  as: 'mails',
  about: {
    en: 'mails to your present address of the last 30 days: what they were about and when they left, without their text',
    ru: 'письма на вашу нынешнюю почту за последние 30 дней: о чём и когда ушли, без текста',
  },
  of: ['recipient'],
  by: 'address',
  key: ['id'],
  columns: {
    id: plain('id'),
    kind: plain('about'),
    lane: INTERNAL,
    recipient: plain('to'),
    sealed_mail: SECRET,
    created_at: instant('writtenAt'),
    tries: plain('failedTries'),
    next_try_at: INTERNAL,
    leased_until: INTERNAL,
    last_error: plain('lastFailure'),
    sent_at: instant('sentAt'),
    dead_at: instant('givenUpAt'),
    held_at: instant('heldBackAt'),
    kept_at: instant('keptAsFileAt'),
    doubted_at: INTERNAL,
  },
} as const satisfies Part<'outbox'>

/** What is shown only of entries about the player: others have the data of somebody else. */
function ofOwn(as: string): Shown {
  return { as, read: (value, row, { id }) => (row.target === id ? value : null) }
}

const history = {
  as: 'history',
  about: {
    en: 'what happened to your account, and then what you did elsewhere on the site; `by` says whether it was you',
    ru: 'что происходило с вашим аккаунтом, а за этим и то, что вы делали на сайте ещё; в `by` видно, вы ли это были',
  },
  of: ['target', 'actor'],
  key: ['at', 'id'],
  isShown: isInHistory,
  columns: {
    id: INTERNAL,
    at: instant('at'),
    action: plain('what'),
    actor: who('by'),
    target: { as: 'isAboutYou', read: (target, _row, { id }) => target === id },
    ip: {
      as: 'address',
      // Of somebody else it is theirs; where nobody knows who it was, it is what the player has to go by.
      read: (ip, { actor }, { id }) => (actor === id || actor === null ? ip : null),
    },
    before: ofOwn('before'),
    after: ofOwn('after'),
  },
} as const satisfies Part<'audit'>

const OF_NOBODY: LeftOut = { leftOut: 'is about the site and nobody in particular' }
const FORGOTTEN: LeftOut = { leftOut: 'counts calls and misses, and is forgotten within a day' }

/**
 * Every table, and how it is in the export of a player's data, or why it is not (docs/contract.md#export). The
 * order is that of the file.
 */
export const exportList = {
  ...partsOfAccount,
  ...partsOfWaysIn,
  ...partsOfPlay,
  ...partsOfConsent,
  outbox: mails,
  audit: history,

  texture: {
    leftOut: 'is in the folder of pictures, as far as the player wears or wore it lately',
  },
  login_miss: FORGOTTEN,
  rate_limit: FORGOTTEN,
  reset_request: { leftOut: 'waits for seconds, and becomes an entry of the history' },
  kept_answer: { leftOut: 'is sealed, named by a hash, and forgotten within a day' },
  burnt_attempt: { leftOut: 'is a hash of an attempt that is over' },
  lost_refresh: OF_NOBODY,
  lease: { leftOut: 'is about a move or a backup that is under way' },
  refresh_process: OF_NOBODY,
  process: OF_NOBODY,
  finding: OF_NOBODY,
  setting: OF_NOBODY,
  key_generation: OF_NOBODY,
  signing_key: OF_NOBODY,
  bundle: OF_NOBODY,
  page_demand: OF_NOBODY,
  identity_provider: OF_NOBODY,
  husk: { leftOut: 'has the uuids of players who are gone' },
  picture: OF_NOBODY,
  picture_use: OF_NOBODY,
} as const satisfies { readonly [Name in keyof Tables]: Part<Name> | LeftOut }

/** The parts of the file, each with its table. */
export const exportParts: readonly ListedPart[] = Object.entries(exportList).flatMap(
  ([table, part]) => ('leftOut' in part ? [] : [{ table, ...part }]),
)

/** A part of any table, for code that goes through them all. */
export type ListedPart = {
  table: string
  as: string
  about: Part['about']
  of: readonly string[]
  by?: 'address'
  key: readonly string[]
  columns: Readonly<Record<string, Shown | LeftOut>>
  isShown?: Part['isShown']
}
