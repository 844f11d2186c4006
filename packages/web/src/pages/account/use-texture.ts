import type { TextureKind } from '@portal/contract/texture-form'
import { onScopeDispose, ref, shallowRef } from 'vue'
import { useI18n } from '../../i18n/i18n.ts'
import { call, may, reloadUser } from '../../session.ts'
import { useAction } from '../../ui/action.ts'
import { toast } from '../../ui/toast.ts'
import { watchUnsaved } from '../../ui/unsaved.ts'
import { type ChosenTexture, readTexture } from './read-texture.ts'

const TEXTURE_ENDPOINTS = {
  skin: { upload: 'uploadSkin', remove: 'deleteSkin' },
  cape: { upload: 'uploadCape', remove: 'deleteCape' },
} as const

/**
 * A skin or a cape that is chosen, previewed on the figure, and then saved or discarded. If the site refuses the
 * picture, it stays chosen.
 */
export function useTexture(kind: TextureKind) {
  const { t } = useI18n()
  const choosing = useAction()
  const saving = useAction()
  const chosen = shallowRef<ChosenTexture>()
  /** The part of the file that was uploaded, from 0 to 1; undefined while nothing is uploaded. */
  const part = ref<number>()

  function take(texture: ChosenTexture | undefined): void {
    if (chosen.value && chosen.value.url !== texture?.url) URL.revokeObjectURL(chosen.value.url)
    chosen.value = texture
    saving.clear()
  }

  async function choose(file: Blob): Promise<void> {
    await choosing.run(async () => take(await readTexture(kind, file, may(`player.${kind}.hd`))))
  }

  async function save(): Promise<void> {
    const texture = chosen.value
    if (!texture) return
    await saving.run(async () => {
      const { slim } = texture
      if ('file' in texture) await upload(texture.file, slim)
      else await call('wearLook', { params: { hash: texture.look }, body: { slim } })
      await reloadUser()
      take(undefined)
      toast(t(`skin.${kind}.saved`))
    })
  }

  async function upload(file: Blob, slim: boolean): Promise<void> {
    const form = new FormData()
    if (kind === 'skin') form.set('slim', String(slim))
    form.set('file', file, `${kind}.png`)
    part.value = 0
    const onProgress = (sent: number): void => {
      part.value = sent
    }
    await call(TEXTURE_ENDPOINTS[kind].upload, { file: form, onProgress }).finally(() => {
      part.value = undefined
    })
  }

  async function remove(): Promise<void> {
    await call(TEXTURE_ENDPOINTS[kind].remove)
    await reloadUser()
  }

  onScopeDispose(watchUnsaved({ dirty: () => chosen.value !== undefined, kept: false }))
  onScopeDispose(() => take(undefined))
  return { kind, choosing, saving, chosen, part, take, choose, save, remove }
}

export type TextureForm = ReturnType<typeof useTexture>
