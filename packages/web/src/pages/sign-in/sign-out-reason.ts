import type { SignOutReason } from '@portal/contract'
import { shallowRef } from 'vue'
import { send } from '../../api.ts'

/** The ban or the action of staff that ended the session of this page; undefined if there is none. */
export const signOutReason = shallowRef<SignOutReason>()

/** Finds out why the session of an access token has ended. The sign-in also works without the reason. */
export async function explainSignOut(token: string): Promise<void> {
  signOutReason.value = undefined
  const body = { access_token: token }
  const reason = await send('explainSignOut', { body }, undefined).catch(() => undefined)
  signOutReason.value = reason
}
