/** H.264 profiles of 10 bits (6e), 4:2:2 (7a) and 4:4:4 (2c, f4), in RFC 6381 notation: phones cannot play them. */
export const FOREIGN_PROFILE = /^avc1\.(6e|7a|2c|f4)/i
