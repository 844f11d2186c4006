import type { Settings } from '@portal/contract'
import { insertBan, liftRunningBans } from '../../admin/bans/ban-store.ts'
import type { App } from '../../app.ts'
import type { Actor, AnonymousActor } from '../../audit/actor.ts'
import { type ChangeDeps, change } from '../../audit/change.ts'
import { totpContext } from '../../credentials/two-factor/check-totp.ts'
import { codeAt, SECRET_BYTES } from '../../credentials/two-factor/totp.ts'
import { insertTotp } from '../../credentials/two-factor/two-factor-store.ts'
import { hashOfSecret, newSecret } from '../../integrations/api-keys/api-key.ts'
import { insertApiKey } from '../../integrations/api-keys/api-key-store.ts'
import { replacePersonalNodes } from '../../permissions/assignment-store.ts'
import { MINUTE } from '../../platform/clock.ts'
import { newId, newSortableId, newToken } from '../../platform/random.ts'
import { newPlayer } from '../../players/new-player.ts'
import { insertPlayer } from '../../players/player-store.ts'
import { blankBitmap } from '../../profiles/images/bitmap.ts'
import { toTexture } from '../../profiles/textures/make-texture.ts'
import {
  deleteReleased,
  releaseTexture,
  storeTexture,
  updateAppearance,
} from '../../profiles/textures/texture-store.ts'
import { deleteEnded, endProbe } from './probe-store.ts'

export type ProbeDeps = ChangeDeps & Pick<App, 'passwords' | 'config'>

/** A hidden player and an API key for a self-test (docs/launcher-protocols.md#probe). */
export type ProbeAccount = {
  id: string
  username: string
  password: string
  /** The secret of an API key with all permissions of launchers. */
  key: string
  skinHash: string
  /** A permission for a launcher build that the player has; empty if the site has no launcher build. */
  build: string
  whileBanned<T>(work: () => Promise<T>): Promise<T>
  /**
   * Turns on 2FA.
   * @returns the current code, which works once
   */
  enableTotp(): Promise<string>
}

/** After which time the account expires if the probe is killed. A probe takes seconds. */
const ACCOUNT_TTL = 2 * MINUTE
const BY_SITE: AnonymousActor = { actor: null, ip: null }

/**
 * Runs a probe with a temporary account and API key, and deletes both afterwards. If this process is killed, they
 * expire, and the next cleanup deletes them.
 * @param by undefined for a check by the site itself
 */
export async function withProbeAccount<T>(
  app: ProbeDeps,
  { by, product }: { by: Actor | undefined; product: string },
  work: (account: ProbeAccount) => Promise<T>,
): Promise<T> {
  await deleteExpiredProbes(app)
  const made = await createProbeAccount(app, { by, product })
  try {
    return await work(made)
  } finally {
    const { id: playerId, keyId } = made
    await change(app, BY_SITE, ({ tx, now }) => endProbe(tx, { playerId, keyId, now }))
    await deleteExpiredProbes(app)
  }
}

export async function deleteExpiredProbes(app: ChangeDeps): Promise<void> {
  const { hash } = await skin()
  await change(app, BY_SITE, async ({ tx, now }) => {
    await deleteEnded(tx, now)
    await releaseTexture(tx, hash, now)
    await deleteReleased(tx, hash, now + 1)
  })
}

async function createProbeAccount(
  app: ProbeDeps,
  { by, product }: { by: Actor | undefined; product: string },
): Promise<ProbeAccount & { keyId: string }> {
  const password = newToken(app.random)
  const secret = newSecret(app.random)
  const player = newPlayer(app, {
    username: `probe_${app.random.bytes(5).toString('hex')}`,
    email: null,
    passwordHash: await app.passwords.hash(password),
    locale: 'en',
    activated: true,
    superuser: false,
  })
  const texture = await skin()
  const settings = await app.settings.read()
  const build = buildOf(settings)
  const keyId = newSortableId(app.random, player.createdAt)
  const { id, username } = player

  await change(app, by ?? BY_SITE, async ({ tx, now, audit }) => {
    const endsAt = now + ACCOUNT_TTL
    await storeTexture(tx, texture, now)
    await insertPlayer(tx, { ...player, inviterId: null, endsAt }, now)
    await updateAppearance(tx, id, { skinHash: texture.hash, skinModel: 'classic' })
    const nodes = [build, settings.yggdrasilPermission].filter((node) => node !== '')
    await replacePersonalNodes(
      tx,
      id,
      [...new Set(nodes)].map((node) => ({ node, expiresAt: null })),
    )
    await insertApiKey(tx, keyFor(keyId, now), { hash: hashOfSecret(secret), endsAt })
    if (by) audit('launcher.probed', product)
  })

  return {
    id,
    keyId,
    username,
    password,
    key: secret,
    skinHash: texture.hash,
    build,
    async whileBanned(work) {
      await change(app, BY_SITE, ({ tx, now }) => insertBan(tx, id, banFrom(app, now)))
      try {
        return await work()
      } finally {
        await change(app, BY_SITE, ({ tx, now }) => liftRunningBans(tx, id, { by: 'command', now }))
      }
    },
    async enableTotp() {
      const bytes = app.random.bytes(SECRET_BYTES)
      await change(app, BY_SITE, ({ tx, now, generation }) =>
        insertTotp(tx, id, { sealed: generation.seal(totpContext(id), bytes), now }),
      )
      return codeAt(bytes, app.clock.now())
    },
  }
}

function buildOf({ launcherBuilds: [build] }: Settings): string {
  return build === undefined ? '' : `launcher.build.${build}`
}

/**
 * Makes an API key that trusts every address, because the site does not know from which address its own requests
 * arrive.
 */
function keyFor(id: string, now: number) {
  return {
    id,
    name: 'probe',
    permissions: ['kernel.launcher.provider', 'kernel.provider'] as const,
    addresses: ['0.0.0.0/0', '::/0'],
    author: 'command',
    createdAt: now,
    revokedAt: null,
    usedAt: null,
    usedIp: null,
    refusedAt: null,
    refusedIp: null,
  }
}

function banFrom({ random }: Pick<App, 'random'>, now: number) {
  const author = 'command'
  const never = { expiresAt: null, liftedAt: null, liftedBy: null }
  return { id: newId(random), reason: 'probe', author, createdAt: now, ...never }
}

function skin() {
  const picture = blankBitmap(64, 64)
  picture.rgba.fill(0x5a)
  return toTexture('skin', picture)
}
