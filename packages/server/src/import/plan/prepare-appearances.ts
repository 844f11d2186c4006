import type { ErrorCode, PermissionId, TextureKind } from '@portal/contract'
import { decide } from '@portal/contract/decide'
import type { HeldRow } from '../../permissions/effective/effective-store.ts'
import { toStanding } from '../../permissions/effective/find-effective-permissions.ts'
import { registryOf } from '../../permissions/permission-registry.ts'
import { type Bundle, isSystem } from '../../permissions/permission-sets/permission-set.ts'
import { Refusal } from '../../platform/errors.ts'
import { makeCape, makeSkin } from '../../profiles/textures/make-texture.ts'
import type { Texture } from '../../profiles/textures/texture.ts'
import type { Outfit } from '../../profiles/textures/texture-store.ts'
import type { ImportedPlayer } from '../read/imported-player.ts'
import type { SourceRow } from '../read/source.ts'

/** What the player of a row will wear, the textures of it, and what they come without. */
export type MadeOutfit = { outfit: Partial<Outfit>; textures: Texture[]; notes: string[] }

/** A decoded HD skin and its twin need 5 MB. */
const AT_ONCE = 8

const NOTHING: MadeOutfit = { outfit: {}, textures: [], notes: [] }

/**
 * Makes the skins and capes of rows, by the rules of an upload. What the site refuses is noted, and the
 * player comes without it.
 *
 * @param bundles the roles and donate groups that this site will have: they say who may wear HD.
 */
export async function makeOutfits(
  rows: readonly SourceRow[],
  bundles: readonly Bundle[],
): Promise<MadeOutfit[]> {
  const made: MadeOutfit[] = []
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    const group = rows.slice(first, first + AT_ONCE)
    made.push(...(await Promise.all(group.map(({ player }) => makeOutfit(player, bundles)))))
  }
  return made
}

async function makeOutfit(player: ImportedPlayer, bundles: readonly Bundle[]): Promise<MadeOutfit> {
  const { skin, cape } = player
  if (!skin && !cape) return NOTHING
  const may = (permission: PermissionId) => async () => isAllowed(player, bundles, permission)
  const made: MadeOutfit = { outfit: {}, textures: [], notes: [] }
  if (skin) {
    await unlessRefused(made, 'skin', async () => {
      const { skin: whole, twin, model } = await makeSkin(fileOf(skin.png), may('player.skin.hd'))
      const chosen = skin.slim === undefined ? model : skin.slim ? 'slim' : 'classic'
      const hashes = { skinHash: whole.hash, skinTwinHash: twin?.hash ?? null }
      Object.assign(made.outfit, { ...hashes, skinModel: chosen })
      made.textures.push(whole, ...(twin ? [twin] : []))
    })
  }
  if (cape) {
    await unlessRefused(made, 'cape', async () => {
      const texture = await makeCape(fileOf(cape), may('player.cape.hd'))
      made.outfit.capeHash = texture.hash
      made.textures.push(texture)
    })
  }
  return made
}

async function unlessRefused(
  { notes }: MadeOutfit,
  kind: TextureKind,
  make: () => Promise<void>,
): Promise<void> {
  try {
    await make()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    notes.push(`comes without the ${kind}: ${REASONS[error.code] ?? error.code}`)
  }
}

const REASONS: Partial<Record<ErrorCode, string>> = {
  'texture.toolarge': 'the file is larger than 1 MiB',
  'texture.notpng': 'the file is no PNG',
  'texture.size': 'the picture has another size',
  'texture.hdnotallowed': 'it is HD, which this player may not wear here',
  'texture.broken': 'the picture is broken',
}

function fileOf(png: string): Buffer {
  return Buffer.from(png, 'base64')
}

/** Whether the player will have a permission here; a ban does not undress anybody. */
function isAllowed(
  { superuser, roles, groups }: ImportedPlayer,
  bundles: readonly Bundle[],
  permission: PermissionId,
): boolean {
  const given = new Set([...roles, ...groups.map(({ id }) => id)])
  const held = bundles.flatMap(({ id, kind, name, priority, permissions }): HeldRow[] => {
    if (!isSystem(id) && !given.has(id)) return []
    const text = JSON.stringify(permissions)
    return [{ kind: isSystem(id) ? 'system' : kind, id, name, priority, text, endsAt: null }]
  })
  const who = { id: '', activatedAt: 0, superuserAt: superuser ? 0 : null }
  return decide(toStanding(who, held), permission, registryOf([])).allowed
}
