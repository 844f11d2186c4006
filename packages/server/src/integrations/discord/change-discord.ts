import type { DiscordChanges } from '@portal/contract'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../../audit/change.ts'
import { addConsumer, removeConsumer } from '../../events/consumer-store.ts'
import { readNumbering } from '../../events/event-store.ts'
import { advanceProgress, lockProgress } from '../../events/progress-store.ts'
import { Refusal } from '../../platform/errors.ts'
import { DISCORD, type DiscordBot, type Mapping, TOKEN_CONTEXT } from './discord.ts'
import { listMappings, listSetNames, lockBot, replaceMappings, updateBot } from './discord-store.ts'
import { markAll } from './member-store.ts'

type Deps = ChangeDeps & Pick<App, 'discordRoles'>
/**
 * Makes the changes from the current mappings, inside the transaction, so that concurrent changes to different mappings
 * are both kept.
 */
type Edit = (mappings: readonly Mapping[]) => Omit<DiscordChanges, 'token'> & { token?: string }

/**
 * Changes the given fields of the bot, and marks all accounts for a comparison of their roles. Players keep Discord
 * roles that are no longer mapped.
 * @throws Refusal `discord.incomplete` if the bot is turned on without a token and a server; `discord.nosuchset`
 */
export function changeDiscord(app: Deps, by: Actor, changes: DiscordChanges): Promise<void> {
  return editDiscord(app, by, () => changes)
}

export async function editDiscord(app: Deps, by: Actor, edit: Edit): Promise<void> {
  await change(app, by, async (work) => {
    const { tx, generation } = work
    const old = await lockBot(tx)
    const oldMappings = await listMappings(tx)
    const changes = edit(oldMappings)
    const tokenSealed =
      changes.token === undefined
        ? old.tokenSealed
        : generation.seal(TOKEN_CONTEXT, Buffer.from(changes.token))
    const next: DiscordBot = {
      ...old,
      server: changes.server ?? old.server,
      tokenSealed,
      isEnabled: changes.enabled ?? old.isEnabled,
    }
    if (next.isEnabled && (next.server === null || tokenSealed === null))
      throw new Refusal('discord.incomplete')
    const mappings = uniqueOf(changes.mappings ?? oldMappings)
    await requireSets(work, mappings, oldMappings)

    await updateBot(tx, next)
    await replaceMappings(tx, mappings)
    if (next.isEnabled) await turnOn(work, old)
    else await removeConsumer(tx, DISCORD)
    const before = auditText(old, oldMappings)
    const after = auditText(next, mappings, changes.token !== undefined)
    if (before !== after) work.audit('discord.changed', next.server, { before, after })
  })
  app.discordRoles.wake()
}

/**
 * Turns the bot on and marks all accounts for a comparison, because no events were recorded for it while it was off.
 */
async function turnOn({ tx, now }: UnitOfWork, old: DiscordBot): Promise<void> {
  await addConsumer(tx, { name: DISCORD, now })
  if (!old.isEnabled) {
    await lockProgress(tx, DISCORD)
    await advanceProgress(tx, DISCORD, (await readNumbering(tx)).lastNumber)
  }
  await markAll(tx, { now, isRoutine: false })
}

function uniqueOf(mappings: readonly Omit<Mapping, 'problem'>[]): Omit<Mapping, 'problem'>[] {
  const byKey = new Map(mappings.map((mapping) => [keyOf(mapping), mapping]))
  return [...byKey.values()]
}

function keyOf({ kind, id, discordRole }: Omit<Mapping, 'problem'>): string {
  return `${kind}:${id}:${discordRole}`
}

/**
 * Checks that the roles and ranks of new mappings exist. A mapping may remain after its role or rank was deleted, so
 * that the players lose the Discord role.
 * @throws Refusal `discord.nosuchset`
 */
async function requireSets(
  { tx }: UnitOfWork,
  mappings: readonly Omit<Mapping, 'problem'>[],
  oldMappings: readonly Mapping[],
): Promise<void> {
  const known = new Set(oldMappings.map(keyOf))
  const names = await listSetNames(tx)
  const isUnknown = mappings.some(
    (mapping) => !known.has(keyOf(mapping)) && !names.has(`${mapping.kind}:${mapping.id}`),
  )
  if (isUnknown) throw new Refusal('discord.nosuchset')
}

function auditText(
  { server, isEnabled }: DiscordBot,
  mappings: readonly Omit<Mapping, 'problem'>[],
  hasNewToken = false,
): string {
  const token = hasNewToken ? { token: 'replaced' } : {}
  return JSON.stringify({ enabled: isEnabled, server, mappings: mappings.map(keyOf), ...token })
}
