/** hls.js without subtitles, alternative audio and DRM, which we do not use. */
declare module 'hls.js/light' {
  export { default, type ErrorData, type Events } from 'hls.js'
}
