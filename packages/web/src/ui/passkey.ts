import type { PasskeyResponse } from '@portal/contract'
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { Refusal, type Reply } from '../api.ts'
import { t } from '../i18n/i18n.ts'
import { call } from '../session.ts'

/** Requests a passkey from the browser. @returns undefined when the player cancels. */
export async function askForPasskey(): Promise<PasskeyResponse | undefined> {
  const { attempt, options } = await call('passkeyLoginOptions')
  return prove(attempt, options, false)
}

/** In milliseconds. The site accepts options for five minutes, so new ones are requested before that. */
const OPTIONS_REFRESH_INTERVAL = 4 * 60_000

/**
 * Lets the browser offer passkeys in the name field (conditional UI) while the form is open.
 * @param chosen receives the passkey that the player chooses
 * @returns a function that ends the offer
 */
export function offerInNameField(chosen: (proof: PasskeyResponse) => void): () => void {
  let isOver = false
  const offer = async (): Promise<void> => {
    try {
      const { attempt, options } = await call('passkeyLoginOptions')
      const proof = isOver ? undefined : await prove(attempt, options, true)
      if (proof && !isOver) chosen(proof)
    } catch {
      // Not shown, because the player has not asked for it, and the form still works.
    }
  }
  void offer()
  const timer = setInterval(offer, OPTIONS_REFRESH_INTERVAL)
  return () => {
    isOver = true
    clearInterval(timer)
    WebAuthnAbortService.cancelCeremony()
  }
}

/** Creates a passkey in the browser and adds it. @returns undefined when the player cancels. */
export async function addPasskey(): Promise<Reply<'registerPasskey'> | undefined> {
  const { attempt, options } = await call('passkeyOptions')
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON // the contract leaves their shape to WebAuthn
  const made = await ignoreCancellation(() => startRegistration({ optionsJSON }))
  if (!made) return undefined
  const { clientDataJSON, attestationObject, transports = [] } = made.response
  const credential = { id: made.id, response: { clientDataJSON, attestationObject, transports } }
  return call('registerPasskey', { body: { attempt, credential } })
}

async function prove(
  attempt: string,
  options: object,
  useBrowserAutofill: boolean,
): Promise<PasskeyResponse | undefined> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON // the contract leaves their shape to WebAuthn
  const signed = await ignoreCancellation(() =>
    startAuthentication({ optionsJSON, useBrowserAutofill }),
  )
  if (!signed) return undefined
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = signed.response
  const response = { clientDataJSON, authenticatorData, signature, userHandle }
  return { attempt, credential: { id: signed.id, response } }
}

/** Browsers report a canceled dialog and a timeout in the same way. */
const CANCELLATION_ERRORS: readonly string[] = ['NotAllowedError', 'AbortError']

/**
 * Runs a passkey request.
 * @returns undefined when the player cancels
 * @throws Refusal with a message if the browser failed
 */
async function ignoreCancellation<Made>(ask: () => Promise<Made>): Promise<Made | undefined> {
  try {
    return await ask()
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (CANCELLATION_ERRORS.includes(name)) return undefined
    const isKnown = name === 'InvalidStateError'
    throw new Refusal(400, {
      error: isKnown ? 'passkey.known' : 'passkey.wrong',
      message: t(isKnown ? 'passkeyAsked.known' : 'passkeyAsked.failed'),
    })
  }
}
