export default {
  pictureField: {
    choose: 'Drop a picture here, or choose one',
    chooseByTouch: 'Choose a picture',
    another: 'Choose another picture',
    kinds: 'PNG, JPEG or WebP. Large pictures are resized before the upload.',
    preparing: 'Preparing the picture…',
    uploading: 'Uploading: {part} %',
    remove: 'Remove the picture',
    shown: 'Current picture',
    broken: 'This picture cannot be shown. Upload it here.',
    elsewhere:
      'The picture is on another site, and visitors’ browsers load it from there. Upload it to avoid that.',
    address: 'Or enter its address',
    unread: 'This file cannot be read as a picture. Choose a PNG, JPEG or WebP.',
    gif: 'GIF pictures cannot be uploaded. Choose a PNG, JPEG or WebP.',
    svg: 'SVG pictures cannot be uploaded. Save the picture as a PNG and choose that file.',
    huge: 'This picture is too large to be resized here. Save a smaller version first.',
  },
}
