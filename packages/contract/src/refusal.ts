/** Refusals by code, each with its HTTP status and message. */
export type RefusalDefinitions = Readonly<
  Record<string, { status: number; en: string; ru: string }>
>
