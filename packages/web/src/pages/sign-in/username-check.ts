import { computed, onScopeDispose, type Ref, ref, watch } from 'vue'
import { send } from '../../api.ts'
import { t } from '../../i18n/i18n.ts'

const TYPING_PAUSE = 400

/** Checks whether the typed name is available, after a pause in typing. */
export function useUsernameCheck(username: Ref<string>) {
  const taken = ref(false)
  const free = ref(false)
  let timer: ReturnType<typeof setTimeout> | undefined
  onScopeDispose(() => clearTimeout(timer))

  const ask = async (name: string): Promise<void> => {
    const { available } = await send('checkUsername', { params: { username: name } }, undefined)
    if (name !== username.value.trim()) return
    free.value = available
    taken.value = !available
  }

  watch(username, (typed) => {
    clearTimeout(timer)
    free.value = false
    taken.value = false
    const name = typed.trim()
    if (!/^\w{3,16}$/.test(name)) return
    timer = setTimeout(() => void ask(name).catch(() => undefined), TYPING_PAUSE) // it is only a hint
  })

  const fault = computed(() => {
    if (taken.value) return t('register.nameTaken')
    return /[^A-Za-z0-9_]/.test(username.value.trim()) ? t('register.usernameHint') : ''
  })
  return { free, fault }
}
