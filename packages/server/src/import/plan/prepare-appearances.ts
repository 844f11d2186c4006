import type { ImportMessage, PermissionId, TextureKind } from '@portal/contract'
import type { PermissionRow } from '../../permissions/effective/effective-store.ts'
import { toEffectivePermissions } from '../../permissions/effective/find-effective-permissions.ts'
import { may } from '../../permissions/may.ts'
import {
  isSystemRole,
  type PermissionSet,
} from '../../permissions/permission-sets/permission-set.ts'
import { Refusal } from '../../platform/errors.ts'
import { makeCape, makeSkin } from '../../profiles/textures/make-texture.ts'
import type { Texture } from '../../profiles/textures/texture.ts'
import type { Appearance } from '../../profiles/textures/texture-store.ts'
import { importMessage } from '../import-message.ts'
import type { ImportedPlayer } from '../read/imported-player.ts'
import type { SourceRow } from '../read/source.ts'

export type PreparedAppearance = {
  appearance: Partial<Appearance>
  textures: Texture[]
  notes: ImportMessage[]
}

/** How many rows are decoded together. An HD skin and its standard version need 5 MB. */
const BATCH_SIZE = 8

const NO_APPEARANCE: PreparedAppearance = { appearance: {}, textures: [], notes: [] }

/**
 * Decodes and checks skins and capes. If the rules for uploads refuse one, it is left out and noted.
 * @param permissionSets the roles and ranks that this site will have; they decide who may use HD skins and capes
 */
export async function prepareAppearances(
  rows: readonly SourceRow[],
  permissionSets: readonly PermissionSet[],
): Promise<PreparedAppearance[]> {
  const prepared: PreparedAppearance[] = []
  for (let first = 0; first < rows.length; first += BATCH_SIZE) {
    const group = rows.slice(first, first + BATCH_SIZE)
    prepared.push(
      ...(await Promise.all(group.map(({ player }) => prepareAppearance(player, permissionSets)))),
    )
  }
  return prepared
}

async function prepareAppearance(
  player: ImportedPlayer,
  permissionSets: readonly PermissionSet[],
): Promise<PreparedAppearance> {
  const { skin, cape } = player
  if (!skin && !cape) return NO_APPEARANCE
  const holds = (permission: PermissionId) => async () =>
    willHold(player, permissionSets, permission)
  const prepared: PreparedAppearance = { appearance: {}, textures: [], notes: [] }
  if (skin) {
    await noteRefusal(prepared, 'skin', async () => {
      const {
        skin: whole,
        standardSkin,
        model,
      } = await makeSkin(fileOf(skin.png), holds('player.skin.hd'))
      const chosen = skin.slim === undefined ? model : skin.slim ? 'slim' : 'classic'
      const hashes = { skinHash: whole.hash, skinTwinHash: standardSkin?.hash ?? null }
      Object.assign(prepared.appearance, { ...hashes, skinModel: chosen })
      prepared.textures.push(whole, ...(standardSkin ? [standardSkin] : []))
    })
  }
  if (cape) {
    await noteRefusal(prepared, 'cape', async () => {
      const texture = await makeCape(fileOf(cape), holds('player.cape.hd'))
      prepared.appearance.capeHash = texture.hash
      prepared.textures.push(texture)
    })
  }
  return prepared
}

async function noteRefusal(
  { notes }: PreparedAppearance,
  kind: TextureKind,
  make: () => Promise<void>,
): Promise<void> {
  try {
    await make()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    notes.push(importMessage(`${kind}-refused`, { refusal: error.code }))
  }
}

function fileOf(png: string): Buffer {
  return Buffer.from(png, 'base64')
}

/** Whether a player will have a permission on this site, if bans are ignored. */
function willHold(
  { superuser, roles, groups }: ImportedPlayer,
  permissionSets: readonly PermissionSet[],
  permission: PermissionId,
): boolean {
  const given = new Set([...roles, ...groups.map(({ id }) => id)])
  const permissionRows = permissionSets.flatMap(
    ({ id, kind, name, priority, permissions }): PermissionRow[] => {
      if (!isSystemRole(id) && !given.has(id)) return []
      const text = JSON.stringify(permissions)
      return [{ kind: isSystemRole(id) ? 'system' : kind, id, name, priority, text, endsAt: null }]
    },
  )
  const who = { id: '', activatedAt: 0, superuserAt: superuser ? 0 : null }
  return may(toEffectivePermissions(who, permissionRows), permission)
}
