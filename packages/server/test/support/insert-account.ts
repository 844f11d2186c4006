import { newUuid } from '../../src/platform/random.ts'
import { insertPlayer } from '../../src/players/player-store.ts'
import type { Site } from './site.ts'

type Given = Partial<{
  /** The e-mail address; null if the account has none. */
  email: string | null
  createdAt: number
  activated: boolean
  superuser: boolean
  twoFactor: boolean
}>

/** Inserts an account without a usable password, which is fast; returns its id. */
export async function insertAccount(
  site: Site,
  username: string,
  given: Given = {},
): Promise<string> {
  const { db, random } = site.app
  const { activated = true, superuser = false, twoFactor = false } = given
  const id = newUuid(random)
  const createdAt = given.createdAt ?? site.now()
  const account = {
    id,
    username,
    email: given.email === undefined ? `${username}@example.org` : given.email,
    passwordHash: '',
    locale: 'en',
    activatedAt: activated ? createdAt : null,
    superuserAt: superuser ? createdAt : null,
    createdAt,
    inviterId: null,
  } as const
  await insertPlayer(db, account, site.now())
  if (twoFactor) {
    const raised = { totp_enabled_at: createdAt }
    await db.updateTable('player').set(raised).where('id', '=', id).execute()
  }
  return id
}
