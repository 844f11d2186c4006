/** Maximum file size in bytes, and maximum side in pixels. */
export const PICTURE_BYTES = 2_000_000
export const PICTURE_SIDE = 4096

/** The path of pictures. The name of a picture always means the same content. */
export const PICTURE_PATH = '/pictures/'
