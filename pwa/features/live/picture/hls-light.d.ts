/** The same library without what we never send: subtitles, several sounds, protection. */
declare module 'hls.js/light' {
  export { default, type ErrorData, type Events } from 'hls.js'
}
