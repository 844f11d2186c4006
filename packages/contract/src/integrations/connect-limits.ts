/** Maximum number of players in one lookup. */
export const MAX_LOOKED_UP = 100

/** Maximum number of reports in one activity request. */
export const MAX_REPORTED = 500
