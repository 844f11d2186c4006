import type { Db } from '../database.ts'
import * as accounts from './001-accounts.ts'
import * as proofs from './002-proofs.ts'
import * as standing from './003-standing.ts'
import * as mailOrder from './006-mail-order.ts'
import * as devices from './008-devices.ts'
import * as unconfirmed from './009-unconfirmed.ts'
import * as newsSummary from './010-news-summary.ts'
import * as keptMail from './011-kept-mail.ts'
import * as pictures from './012-pictures.ts'
import * as playerSearch from './014-player-search.ts'
import * as pages from './015-pages.ts'
import * as looks from './016-looks.ts'
import * as lostRefreshes from './018-lost-refreshes.ts'
import * as keptAnswers from './019-kept-answers.ts'
import * as processes from './020-processes.ts'
import * as playerImport from './021-player-import.ts'
import * as optionalEmail from './022-optional-email.ts'
import * as unreachableIndex from './022-unreachable-index.ts'
import * as everGiven from './023-ever-given.ts'
import * as givenBefore from './023-given-before.ts'
import * as gameTokenIndex from './026-game-token-index.ts'
import * as yggdrasil from './026-yggdrasil.ts'
import * as freshProof from './028-fresh-proof.ts'
import * as passkeys from './030-passkeys.ts'
import * as probes from './031-probes.ts'
import * as probesIndex from './031-probes-index.ts'
import * as launcherPasswords from './032-launcher-passwords.ts'
import * as names from './033-names.ts'
import * as deletion from './034-deletion.ts'
import * as deletionIndex from './034-deletion-index.ts'
import * as exportLinks from './035-export-links.ts'
import * as recipientIndex from './035-recipient-index.ts'
import * as consent from './036-consent.ts'
import * as identities from './037-identities.ts'
import * as secondFactor from './038-second-factor.ts'
import * as lease from './040-lease.ts'
import * as unconfirmedRegistered from './040-unconfirmed-registered.ts'
import * as waitingIndex from './040-waiting-index.ts'

/**
 * A step that starts a period at the time of the update uses `now`. What takes long on a large table (an
 * index, filling a column) is a step `apart`: on PostgreSQL it runs outside of the transaction, so it has to
 * bear being cut off and run again.
 */
export type Migration = { name: string; apart?: true; up(db: Db, now: number): Promise<void> }

/**
 * The newest step of the last release. Its processes serve on beside this version's, so no later step may take
 * from them what they use (CONVENTIONS.md#data). `npm run record-release` records what that is; then this moves to
 * the newest step.
 */
export const LAST_RELEASE = '016-looks'

/** Every step from an empty database to the present form, in order. A released step never changes. */
export const migrations: readonly Migration[] = [
  { name: '001-accounts', ...accounts },
  { name: '002-proofs', ...proofs },
  { name: '003-standing', ...standing },
  { name: '006-mail-order', ...mailOrder },
  { name: '008-devices', ...devices },
  { name: '009-unconfirmed', ...unconfirmed },
  { name: '010-news-summary', ...newsSummary },
  { name: '011-kept-mail', ...keptMail },
  { name: '012-pictures', ...pictures },
  { name: '014-player-search', ...playerSearch },
  { name: '015-pages', ...pages },
  { name: '016-looks', ...looks },
  { name: '018-lost-refreshes', ...lostRefreshes },
  { name: '019-kept-answers', ...keptAnswers },
  { name: '020-processes', ...processes },
  { name: '021-player-import', ...playerImport },
  { name: '022-optional-email', ...optionalEmail },
  { name: '022-unreachable-index', apart: true, ...unreachableIndex },
  { name: '023-ever-given', ...everGiven },
  { name: '023-given-before', apart: true, ...givenBefore },
  { name: '026-yggdrasil', ...yggdrasil },
  { name: '026-yggdrasil-index', apart: true, ...gameTokenIndex },
  { name: '028-fresh-proof', ...freshProof },
  { name: '030-passkeys', ...passkeys },
  { name: '031-probes', ...probes },
  { name: '031-probes-index', apart: true, ...probesIndex },
  { name: '032-launcher-passwords', ...launcherPasswords },
  { name: '033-names', ...names },
  { name: '034-deletion', ...deletion },
  { name: '034-deletion-index', apart: true, ...deletionIndex },
  { name: '035-export-links', ...exportLinks },
  { name: '035-recipient-index', apart: true, ...recipientIndex },
  { name: '036-consent', ...consent },
  { name: '037-identities', ...identities },
  { name: '038-second-factor', ...secondFactor },
  { name: '040-lease', ...lease },
  { name: '040-unconfirmed-registered', apart: true, ...unconfirmedRegistered },
  { name: '040-waiting-index', apart: true, ...waitingIndex },
]
