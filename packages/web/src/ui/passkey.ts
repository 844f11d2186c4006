import type { PasskeyProof } from '@portal/contract'
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

/** Asks the browser for a passkey now. @returns undefined when the player closes the question. */
export async function askForPasskey(): Promise<PasskeyProof | undefined> {
  const { attempt, options } = await call('passkeyLoginOptions')
  return prove(attempt, options, false)
}

/** An attempt lasts five minutes; a new one begins before. */
const RENEWED_AFTER = 4 * 60_000

/**
 * Lets the browser offer passkeys in the name field (conditional UI) for as long as the form is open.
 *
 * @param chosen is called with the one that the player chooses.
 * @returns what ends it.
 */
export function offerInNameField(chosen: (proof: PasskeyProof) => void): () => void {
  let isOver = false
  const offer = async (): Promise<void> => {
    try {
      const { attempt, options } = await call('passkeyLoginOptions')
      const proof = isOver ? undefined : await prove(attempt, options, true)
      if (proof && !isOver) chosen(proof)
    } catch {
      // Nobody has asked for it: the form and its button are there.
    }
  }
  void offer()
  const timer = setInterval(offer, RENEWED_AFTER)
  return () => {
    isOver = true
    clearInterval(timer)
    WebAuthnAbortService.cancelCeremony()
  }
}

/** Has the browser make a passkey and adds it. @returns undefined when the player closes the question. */
export async function addPasskey(): Promise<Reply<'registerPasskey'> | undefined> {
  const { attempt, options } = await call('passkeyOptions')
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON // the contract leaves them to the standard
  const made = await unlessClosed(() => startRegistration({ optionsJSON }))
  if (!made) return undefined
  const { clientDataJSON, attestationObject, transports = [] } = made.response
  const credential = { id: made.id, response: { clientDataJSON, attestationObject, transports } }
  return call('registerPasskey', { body: { attempt, credential } })
}

async function prove(
  attempt: string,
  options: object,
  useBrowserAutofill: boolean,
): Promise<PasskeyProof | undefined> {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON // the contract leaves them to the standard
  const signed = await unlessClosed(() => startAuthentication({ optionsJSON, useBrowserAutofill }))
  if (!signed) return undefined
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = signed.response
  const response = { clientDataJSON, authenticatorData, signature, userHandle }
  return { attempt, credential: { id: signed.id, response } }
}

/** Browsers do not tell a player who closed the question from a device that did not answer in time. */
const CLOSED: readonly string[] = ['NotAllowedError', 'AbortError']

/** @throws Refusal with a sentence for what the browser did not do. */
async function unlessClosed<Made>(ask: () => Promise<Made>): Promise<Made | undefined> {
  try {
    return await ask()
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (CLOSED.includes(name)) return undefined
    const isKnown = name === 'InvalidStateError'
    throw new Refusal(400, {
      error: isKnown ? 'passkey.known' : 'passkey.wrong',
      message: t(isKnown ? 'passkeyAsked.known' : 'passkeyAsked.failed'),
    })
  }
}
