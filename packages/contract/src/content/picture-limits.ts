/** The largest file that the site keeps, and the longest side of a picture. */
export const PICTURE_BYTES = 2_000_000
export const PICTURE_SIDE = 4096

/** The address of a picture on this site. The name of a picture never stands for another one. */
export const PICTURE_PATH = '/pictures/'
