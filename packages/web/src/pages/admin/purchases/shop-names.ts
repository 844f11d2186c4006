/** The names of the shops, which are the same in all languages. */
export const shopNames = { tebex: 'Tebex', easydonate: 'EasyDonate' } as const
