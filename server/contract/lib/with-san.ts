const HAS_ONE = /(さん|ちゃん|くん|君|さま|様|先生)$/

/** A person's name with さん, unless they have put such a word into their name. */
export const withSan = (name: string): string => (HAS_ONE.test(name) ? name : `${name}さん`)
