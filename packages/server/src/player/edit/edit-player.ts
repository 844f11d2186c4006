import { editHolder } from '../../access/edit-holder.ts'
import { replaceNodes, type WantedNode } from '../../access/replace-nodes.ts'
import { replaceRoles } from '../../access/replace-roles.ts'
import { tellSuperusers } from '../../access/tell-superusers.ts'
import type { App } from '../../app.ts'
import type { Actor } from '../../audit/actor.ts'
import { newAudit } from '../../audit/audit.ts'
import { insertAudit } from '../../audit/audit-store.ts'
import { Refusal } from '../../errors.ts'
import { tellPlayer } from '../../mail/tell-player.ts'
import { deleteResetLinks } from '../../password/reset-store.ts'
import { takenColumn } from '../../platform/database/database-failure.ts'
import { deleteEmailCodes } from '../../registration/email-code-store.ts'
import type { Player } from '../player.ts'
import { lockPlayer } from '../player-store.ts'
import { addressReplacedMail } from './address-mail.ts'
import { lockSuperusers, updatePlayer } from './edit-store.ts'
import { editsOf, type FieldEdit, permissionsFor, type WantedData } from './field-edits.ts'

/** What is named changes, the rest stays; `roles` and `permissions` are the whole list. */
export type WantedPlayer = WantedData & {
  roles?: readonly string[] | undefined
  permissions?: readonly WantedNode[] | undefined
  superuser?: boolean | undefined
}

type Needs = Pick<App, 'db' | 'clock' | 'random' | 'keys' | 'settings' | 'postman'>

/**
 * Changes a player, all that is named or nothing. `default` among the roles is everybody's and does
 * not count, so a list can be sent back as it was read.
 *
 * @throws Refusal `auth.usernametaken`, `auth.emailtaken`; `player.lastsuperuser`; `auth.forbidden`
 *   when the editor lacks the permission for one of the fields or may not edit the player;
 *   `player.notfound`; and what `replaceRoles` and `replaceNodes` throw
 */
export async function editPlayer(
  app: Needs,
  editor: Actor,
  id: string,
  wanted: WantedPlayer,
): Promise<void> {
  const settings = await app.settings.read()
  const { siteName } = settings
  const generation = await app.keys.newest()
  await app.db
    .transaction()
    .execute(async (tx) => {
      const inside = { ...app, db: tx }
      const superusers = wanted.superuser === undefined ? [] : await lockSuperusers(tx)
      const player = await lockPlayer(tx, id)
      if (!player) throw new Refusal('player.notfound')

      for (const asks of permissionsFor(wanted)) {
        await editHolder(inside, editor, { id, asks }, async () => undefined)
      }
      for (const edit of editsOf(player, wanted, app.clock.now())) {
        await changeField(inside, editor, player, edit)
        if (edit.values.email === undefined) continue
        const mail = addressReplacedMail({ player, siteName }, edit.values.email)
        await tellPlayer(app, tx, { player, mail, generation, settings })
      }
      await changeAccess(inside, editor, player, wanted)
      if (wanted.superuser !== undefined) {
        const mark = { wanted: wanted.superuser, superusers }
        const isNew = await changeSuperuser(inside, editor, player, mark)
        const opening = {
          kind: 'superuser-made',
          whom: wanted.username ?? player.username,
        } as const
        if (isNew) await tellSuperusers(app, tx, opening, { editor, generation, settings })
      }
    })
    .catch((error) => {
      throw refusalOf(error) ?? error
    })
  app.postman.wake()
}

/** Codes and links that were sent to an address which is no more, or not needed any more, are void. */
async function changeField(
  app: Needs,
  editor: Actor,
  player: Player,
  { action, before, after, values }: FieldEdit,
): Promise<void> {
  await updatePlayer(app.db, player.id, values)
  if (values.email !== undefined) await deleteResetLinks(app.db, player.id)
  if (values.email !== undefined || values.activatedAt) await deleteEmailCodes(app.db, player.id)
  const trace = { action, ...editor, target: player.id, before, after }
  await insertAudit(app.db, newAudit(app, trace))
}

async function changeAccess(
  app: Needs,
  editor: Actor,
  player: Player,
  { roles, permissions }: WantedPlayer,
): Promise<void> {
  const given = roles?.filter((role) => role !== 'default')
  if (given) await replaceRoles(app, editor, player, given)
  if (permissions) await replaceNodes(app, editor, player, permissions)
}

/**
 * @param mark.superusers who they are now, and nobody else changes it meanwhile.
 * @returns whether there is one more of them.
 */
async function changeSuperuser(
  app: Needs,
  editor: Actor,
  player: Player,
  { wanted, superusers }: { wanted: boolean; superusers: readonly string[] },
): Promise<boolean> {
  const { actor } = editor
  if (actor !== 'command' && !superusers.includes(actor)) throw new Refusal('auth.forbidden')
  const is = superusers.includes(player.id)
  if (is === wanted) return false
  if (is && superusers.length === 1) throw new Refusal('player.lastsuperuser')
  const superuserAt = wanted ? app.clock.now() : null
  const edit = { before: String(is), after: String(wanted), values: { superuserAt } }
  await changeField(app, editor, player, { action: 'player.superuser', ...edit })
  return wanted
}

/** The name is changed before the address, so where both are taken it is the name that is said. */
function refusalOf(error: unknown): Refusal | undefined {
  const column = takenColumn(error)
  if (column === undefined) return undefined
  return new Refusal(column === 'player.username_key' ? 'auth.usernametaken' : 'auth.emailtaken')
}
