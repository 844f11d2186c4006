import type { App } from '../app.ts'
import type { Actor } from '../audit/actor.ts'
import { type ChangeDeps, change, type UnitOfWork } from '../audit/change.ts'
import { type FieldFault, Refusal } from '../platform/errors.ts'
import type { Player } from '../players/player.ts'
import { listPersonalNodes, type PersonalNode, replacePersonalNodes } from './assignment-store.ts'
import { permissionsRequiredFor, type TimedNode, withEnd } from './delegation.ts'
import { NEVER_ENDS } from './effective/permission-forecast.ts'
import { lockEditable } from './lock-editable.ts'
import { parseNodes, parseStoredNodes } from './parse-nodes.ts'
import { requireGrantable, rightsGivenAlert } from './require-grantable.ts'

type Deps = ChangeDeps & Pick<App, 'config'>

type TargetPlayer = Pick<Player, 'id'>

/** A node as the caller wrote it, in any letter case. `expiresAt` is null if the node never ends. */
export type NodeInput = { node: string; expiresAt: number | null }

/**
 * Replaces the personal nodes of a player.
 * @throws Refusal `permission.notassignable`; `auth.forbidden` if the editor may not edit the player, or lacks, for as
 * long as the node lasts, a permission that an added node allows, a panel permission that an added node denies, or a
 * permission that a removed node denied; `auth.proofrequired`
 */
export async function replaceNodes(
  app: Pick<App, 'config'>,
  work: UnitOfWork<Actor>,
  target: TargetPlayer,
  nodes: readonly NodeInput[],
): Promise<void> {
  const requested = parseNodeInputs(nodes, work.now)
  await changeNodes(app, work, target, () => requested)
}

export async function addNode(
  app: Deps,
  by: Actor,
  target: TargetPlayer,
  input: NodeInput,
): Promise<void> {
  await change(app, by, async (work) => {
    const requested = parseNodeInputs([input], work.now)
    await changeNodes(app, work, target, (current) => [
      ...current.filter(({ node }) => !requested.some((other) => other.node === node)),
      ...requested,
    ])
  })
}

/**
 * Removes a personal node of a player.
 * @throws Refusal `permission.notfound` if the player does not have the node; otherwise the refusals of `replaceNodes`
 */
export async function removeNode(
  app: Deps,
  by: Actor,
  target: TargetPlayer,
  text: string,
): Promise<void> {
  const [removed] = parseNodes([text], () => 'node')
  await change(app, by, (work) =>
    changeNodes(app, work, target, (current) => {
      const rest = current.filter(({ node }) => node !== removed?.text)
      if (rest.length === current.length) throw new Refusal('permission.notfound')
      return rest
    }),
  )
}

async function changeNodes(
  app: Pick<App, 'config'>,
  work: UnitOfWork<Actor>,
  { id }: TargetPlayer,
  nextNodes: (current: readonly PersonalNode[]) => readonly PersonalNode[],
): Promise<void> {
  const { player, editor } = await lockEditable(work, id, 'panel.players.access')
  const current = await listPersonalNodes(work.tx, id, work.now)
  const requested = [...nextNodes(current)].sort((a, b) => (a.node < b.node ? -1 : 1))
  const required = permissionsRequiredFor(timedNodesOf(current), timedNodesOf(requested))
  await requireGrantable(app, work, editor, { required, alert: rightsGivenAlert(player) })
  const [before, after] = [JSON.stringify(current), JSON.stringify(requested)]
  if (before === after) return

  await replacePersonalNodes(work.tx, id, requested)
  work.audit('player.permissions', id, { before, after })
}

function timedNodesOf(current: readonly PersonalNode[]): TimedNode[] {
  return current.flatMap(({ node, expiresAt }) =>
    withEnd(parseStoredNodes([node]), expiresAt ?? NEVER_ENDS),
  )
}

function parseNodeInputs(requested: readonly NodeInput[], now: number): PersonalNode[] {
  const nodes = parseNodes(
    requested.map(({ node }) => node),
    (index) => `permissions.${index}.node`,
  )
  const parsed = new Map<string, PersonalNode>()
  const faults: FieldFault[] = []
  for (const [index, { text }] of nodes.entries()) {
    const expiresAt = requested[index]?.expiresAt ?? null
    const field = `permissions.${index}`
    const previous = parsed.get(text)
    if (expiresAt !== null && expiresAt <= now) {
      faults.push({ field: `${field}.expiresAt`, keyword: 'past' })
    }
    if (previous && previous.expiresAt !== expiresAt) {
      faults.push({ field: `${field}.node`, keyword: 'repeated' })
    }
    parsed.set(text, { node: text, expiresAt })
  }
  if (faults.length > 0) throw new Refusal('request.invalid', { fields: faults })
  return [...parsed.values()]
}
