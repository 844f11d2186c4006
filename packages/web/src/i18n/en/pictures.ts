/** Words of fields that take a picture. */
export default {
  pictureField: {
    choose: 'Drop a picture here, or choose one',
    another: 'Choose another picture',
    kinds: 'PNG, JPEG or WebP. It is made smaller before it is uploaded.',
    preparing: 'Preparing the picture…',
    uploading: 'Uploading: {part} %',
    remove: 'Remove the picture',
    shown: 'The picture chosen now',
    broken: 'This picture cannot be shown. Upload it here.',
    elsewhere:
      'A picture on another site. Visitors’ browsers ask that site for it; upload it to avoid that.',
    address: 'Or enter its address',
    unread: 'This file is not a picture that can be read. Choose a PNG, JPEG or WebP.',
    gif: 'GIF pictures cannot be uploaded. Choose a PNG, JPEG or WebP.',
    svg: 'SVG pictures cannot be uploaded. Save it as PNG and choose that.',
    huge: 'This picture is too large to be made smaller here. Save it smaller first.',
  },
}
