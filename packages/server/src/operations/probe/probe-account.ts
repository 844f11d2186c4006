import type { Settings } from '@portal/contract'
import { insertBan, liftRunningBans } from '../../admin/bans/ban-store.ts'
import type { App } from '../../app.ts'
import type { Actor, Nobody } from '../../audit/actor.ts'
import { type ChangeNeeds, change } from '../../audit/change.ts'
import { totpRow } from '../../credentials/two-factor/check-totp.ts'
import { codeAt, SECRET_BYTES } from '../../credentials/two-factor/totp.ts'
import { insertTotp } from '../../credentials/two-factor/two-factor-store.ts'
import { hashOfSecret, newSecret } from '../../integrations/api-keys/api-key.ts'
import { insertApiKey } from '../../integrations/api-keys/api-key-store.ts'
import { replaceHeldNodes } from '../../permissions/assignment-store.ts'
import { MINUTE } from '../../platform/clock.ts'
import { newId, newSortableId, newToken } from '../../platform/random.ts'
import { newPlayer } from '../../players/new-player.ts'
import { insertPlayer } from '../../players/player-store.ts'
import { blankPicture } from '../../profiles/images/bitmap.ts'
import { toTexture } from '../../profiles/textures/make-texture.ts'
import {
  deleteReleased,
  keepTexture,
  releaseTexture,
  updateOutfit,
} from '../../profiles/textures/texture-store.ts'
import { deleteEnded, endNow } from './probe-store.ts'

export type ProbeNeeds = ChangeNeeds & Pick<App, 'passwords' | 'config'>

/** A player and a key that nobody sees (docs/contract.md#probe), and what can be done to them. */
export type MadeUp = {
  id: string
  username: string
  password: string
  /** The secret of a key that opens everything a launcher can ask for. */
  key: string
  skinHash: string
  /** A permission that was given to them; empty when the site has none to give. */
  build: string
  /** Bans them while `work` runs. */
  whileBanned<T>(work: () => Promise<T>): Promise<T>
  /** Turns on a second factor. @returns the code of this moment, which works once. */
  enableTotp(): Promise<string>
}

/** How long they are left when their probe is killed; a probe takes seconds. */
const LIFE = 2 * MINUTE
const BY_SITE: Nobody = { actor: null, ip: null }

/**
 * Makes up a player and a key for as long as `work` runs. Both have an end: when this process is killed, the key
 * opens nothing any longer, nobody knows the password, and the next sweep deletes them.
 *
 * @param by who asked for it, which the audit tells; nobody when the site looks after itself.
 */
export async function withMadeUp<T>(
  app: ProbeNeeds,
  { by, product }: { by: Actor | undefined; product: string },
  work: (madeUp: MadeUp) => Promise<T>,
): Promise<T> {
  await sweepProbes(app)
  const made = await make(app, { by, product })
  try {
    return await work(made)
  } finally {
    const { id: playerId, keyId } = made
    await change(app, BY_SITE, ({ tx, now }) => endNow(tx, { playerId, keyId, now }))
    await sweepProbes(app)
  }
}

/** Deletes whom probes left behind, and the skin that they wore, unless somebody wears it. */
export async function sweepProbes(app: ChangeNeeds): Promise<void> {
  const { hash } = await skin()
  await change(app, BY_SITE, async ({ tx, now }) => {
    await deleteEnded(tx, now)
    await releaseTexture(tx, hash, now)
    await deleteReleased(tx, hash, now + 1)
  })
}

async function make(
  app: ProbeNeeds,
  { by, product }: { by: Actor | undefined; product: string },
): Promise<MadeUp & { keyId: string }> {
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

  await change(app, by ?? BY_SITE, async ({ tx, now, note }) => {
    const endsAt = now + LIFE
    await keepTexture(tx, texture, now)
    await insertPlayer(tx, { ...player, inviterId: null, endsAt }, now)
    await updateOutfit(tx, id, { skinHash: texture.hash, skinModel: 'classic' })
    const nodes = [build, settings.yggdrasilPermission].filter((node) => node !== '')
    await replaceHeldNodes(
      tx,
      id,
      [...new Set(nodes)].map((node) => ({ node, expiresAt: null })),
    )
    await insertApiKey(tx, keyFor(keyId, now), { hash: hashOfSecret(secret), endsAt })
    if (by) note('launcher.probed', product)
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
        insertTotp(tx, id, { sealed: generation.seal(totpRow(id), bytes), now }),
      )
      return codeAt(bytes, app.clock.now())
    },
  }
}

/** The permission of the first build that the owner has listed. */
function buildOf({ launcherBuilds: [build] }: Settings): string {
  return build === undefined ? '' : `launcher.build.${build}`
}

/**
 * It trusts every address, because nobody knows from where the site sees itself. Its secret never leaves the
 * process that made it, but for the site's own address.
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

/** A skin of one colour, which is like no other's. */
function skin() {
  const picture = blankPicture(64, 64)
  picture.rgba.fill(0x5a)
  return toTexture('skin', picture)
}
