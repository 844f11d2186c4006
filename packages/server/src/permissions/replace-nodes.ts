import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { type ChangeNeeds, change, type Work } from '../audit/change.ts'
import { type FieldFault, Refusal } from '../platform/errors.ts'
import type { Player } from '../players/player.ts'
import { type HeldNode, listHeldNodes, replaceHeldNodes } from './assignment-store.ts'
import { demandsOf, type Lent, lent } from './delegation.ts'
import { FOR_GOOD } from './effective/permission-forecast.ts'
import { lockEditable } from './lock-editable.ts'
import { readNodes, storedNodes } from './parse-nodes.ts'
import { gainerOf, requireGivable } from './require-givable.ts'

type Needs = ChangeNeeds & Pick<App, 'config'>

type Target = Pick<Player, 'id'>

/** A node as somebody wrote it, in any letter case; without end when `expiresAt` is null. */
export type WantedNode = { node: string; expiresAt: number | null }

/**
 * Gives a player exactly these personal nodes.
 *
 * @throws Refusal `request.invalid` naming `permissions.N.node` or `permissions.N.expiresAt`;
 *   `permission.notassignable`; `auth.forbidden` when the editor may not edit the player, or does
 *   not hold, for as long, what an added node allows, what a removed node denied, or what an added
 *   node denies of the panel; `auth.proofrequired`; `player.notfound`
 */
export async function replaceNodes(
  app: Pick<App, 'config'>,
  work: Work<Actor>,
  target: Target,
  nodes: readonly WantedNode[],
): Promise<void> {
  const wanted = readWanted(nodes, work.now)
  await changeNodes(app, work, target, () => wanted)
}

/** Gives a player another node, or a node they have another end. @throws like `replaceNodes`. */
export async function addNode(
  app: Needs,
  by: Actor,
  target: Target,
  given: WantedNode,
): Promise<void> {
  await change(app, by, async (work) => {
    const wanted = readWanted([given], work.now)
    await changeNodes(app, work, target, (held) => [
      ...held.filter(({ node }) => !wanted.some((other) => other.node === node)),
      ...wanted,
    ])
  })
}

/**
 * Takes a node from a player.
 *
 * @throws Refusal `permission.notfound` when they do not have it; otherwise like `replaceNodes`.
 */
export async function removeNode(
  app: Needs,
  by: Actor,
  target: Target,
  text: string,
): Promise<void> {
  const [unwanted] = readNodes([text], () => 'node')
  await change(app, by, (work) =>
    changeNodes(app, work, target, (held) => {
      const rest = held.filter(({ node }) => node !== unwanted?.text)
      if (rest.length === held.length) throw new Refusal('permission.notfound')
      return rest
    }),
  )
}

async function changeNodes(
  app: Pick<App, 'config'>,
  work: Work<Actor>,
  { id }: Target,
  wantedOf: (held: readonly HeldNode[]) => readonly HeldNode[],
): Promise<void> {
  const { player, editor } = await lockEditable(work, id, 'panel.players.access')
  const held = await listHeldNodes(work.tx, id, work.now)
  const wanted = [...wantedOf(held)].sort((a, b) => (a.node < b.node ? -1 : 1))
  const demands = demandsOf(lentOf(held), lentOf(wanted))
  await requireGivable(app, work, editor, { demands, gainer: gainerOf(player) })
  const [before, after] = [JSON.stringify(held), JSON.stringify(wanted)]
  if (before === after) return

  await replaceHeldNodes(work.tx, id, wanted)
  work.note('player.permissions', id, { before, after })
}

function lentOf(held: readonly HeldNode[]): Lent[] {
  return held.flatMap(({ node, expiresAt }) => lent(storedNodes([node]), expiresAt ?? FOR_GOOD))
}

/** Reads nodes into their stored form; a repeated node counts once unless the ends differ. */
function readWanted(wanted: readonly WantedNode[], now: number): HeldNode[] {
  const nodes = readNodes(
    wanted.map(({ node }) => node),
    (index) => `permissions.${index}.node`,
  )
  const read = new Map<string, HeldNode>()
  const faults: FieldFault[] = []
  for (const [index, { text }] of nodes.entries()) {
    const expiresAt = wanted[index]?.expiresAt ?? null
    const field = `permissions.${index}`
    const known = read.get(text)
    if (expiresAt !== null && expiresAt <= now) {
      faults.push({ field: `${field}.expiresAt`, keyword: 'past' })
    }
    if (known && known.expiresAt !== expiresAt) {
      faults.push({ field: `${field}.node`, keyword: 'repeated' })
    }
    read.set(text, { node: text, expiresAt })
  }
  if (faults.length > 0) throw new Refusal('request.invalid', { fields: faults })
  return [...read.values()]
}
