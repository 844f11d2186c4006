import type { ErrorCode } from '@portal/contract'
import { computed, onScopeDispose, type Ref, ref, watch } from 'vue'
import { Refusal, send } from '../../api.ts'
import { t } from '../../i18n/i18n.ts'

const DEBOUNCE_DELAY = 400

/** Returns the error of a name; empty if it is valid. */
export function usernameFault(name: string): string {
  const [odd] = /[^A-Za-z0-9_]/u.exec(name) ?? []
  if (name === '') return t('register.nameMissing')
  if (odd !== undefined)
    return t('register.nameChar', { char: odd === ' ' ? t('register.space') : `“${odd}”` })
  if (name.length < 3) return t('register.nameShort')
  return name.length > 16 ? t('register.nameLong') : ''
}

/** Returns the error of an e-mail address; empty if the address looks valid. */
export function emailFault(email: string): string {
  if (email === '') return t('register.emailMissing')
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? '' : t('register.emailOdd')
}

/**
 * Returns the error in the length of a new password; empty if the length is valid. The site also checks other rules.
 */
export function passwordFault(password: string): string {
  const length = [...password].length
  if (length === 0) return t('register.passwordMissing')
  if (length < 8) return t('register.passwordShort', { n: length })
  return length > 128 ? t('register.passwordLong') : ''
}

/** A refused new password: the message, and the code for the list of rules. */
export type RefusedPassword = { message: string; code?: ErrorCode }

const ACCEPTED: RefusedPassword = { message: '' }

/**
 * Returns the error of a password, with an empty message if there is none. Requests the site's judgment only if one of
 * `others`, the errors of other fields, is not empty: so all errors are shown at the same time. Otherwise the form is
 * sent, and the site checks everything.
 */
export async function judgeBesides(
  others: readonly string[],
  body: { password: string; username: string; email: string },
): Promise<RefusedPassword> {
  const fault = passwordFault(body.password)
  if (fault || others.every((other) => other === '')) return { message: fault }
  try {
    await send('judgePassword', { body }, undefined)
    return ACCEPTED
  } catch (error) {
    const isJudged = error instanceof Refusal && error.code.startsWith('password.')
    return isJudged ? { message: error.message, code: error.code } : ACCEPTED
  }
}

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
    timer = setTimeout(() => void ask(name).catch(() => undefined), DEBOUNCE_DELAY) // only a hint
  })

  const fault = computed(() => {
    if (taken.value) return t('register.nameTaken')
    const name = username.value.trim()
    return /[^A-Za-z0-9_]/.test(name) ? usernameFault(name) : ''
  })
  return { free, fault }
}
