/** The most players of one lookup. */
export const MAX_LOOKED_UP = 100

/** The most reports of one activity request. */
export const MAX_REPORTED = 500
