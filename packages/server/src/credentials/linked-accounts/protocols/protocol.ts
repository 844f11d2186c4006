import type { App } from '../../../app.ts'
import type { Attempt } from '../authorization-request.ts'
import type { Person, Provider, ProviderAnswer } from '../identity.ts'

/** Which service is asked, with which secret, and where it sends people back to. */
export type Question = {
  provider: Provider
  clientSecret: string
  redirectUrl: string
}

export type Needs = Pick<App, 'db' | 'clock' | 'identityHosts' | 'issuers'>

/** What one kind of service speaks. */
export type Kind = {
  /** Returns the address at the service where the player is asked. @throws NoAnswer, WrongAnswer */
  addressOf(app: Needs, question: Question, attempt: Attempt): Promise<string>
  /**
   * Finds out who was there, by what came back.
   *
   * @throws NoAnswer; WrongAnswer when it cannot be believed
   */
  personOf(
    app: Needs,
    question: Question,
    attempt: Attempt,
    answer: ProviderAnswer,
  ): Promise<Person>
  /** An address there that answers while the service is there. */
  whereabouts(provider: Provider): string
  /** Asks for something that only a service in order answers. @throws NoAnswer, WrongAnswer */
  test(app: Needs, question: Question): Promise<void>
}
