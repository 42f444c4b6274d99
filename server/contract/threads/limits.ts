/** Threads and comments of one person. */
export const THREAD_POSTS = { max: 30, perMs: 60 * 60_000 }
export const COMMENT_POSTS = { max: 20, perMs: 60_000 }
/** The most threads of a room that are counted, so that a room with many costs no more than others. */
export const THREADS_COUNTED_MAX = 1_000
/** Storage of one room's media. */
export const ROOM_MEDIA_BYTES = 20_000_000_000
/** Frames of an animated picture: above this no still is generated. */
export const PICTURE_FRAMES_MAX = 100
