import { describe, expect, it } from 'vitest'
import { EmailAddress, foldEmail } from './email.schema.ts'

describe('email address', () => {
  it.each([
    ['taro@example.com', 'taro@example.com'],
    [' Taro@Example.com ', 'taro@example.com'],
    ['aaa..bbb@docomo.ne.jp', 'aaa..bbb@docomo.ne.jp'],
    ['aaa.@ezweb.ne.jp', 'aaa.@ezweb.ne.jp'],
    ['ｔａｒｏ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'taro@example.com'],
    ['\u3000taro＋room@example.com', 'taro+room@example.com'],
  ])('accepts %s', (typed, stored) => {
    expect(EmailAddress.parse(typed)).toBe(stored)
    expect(foldEmail(typed)).toBe(stored)
  })

  it.each([
    'taro',
    'taro@',
    '@example.com',
    '.taro@example.com',
    'taro@example',
    'ta ro@example.com',
    'taro@example..com',
    'taro"@example.com',
    'taro@example.com\nBcc: x@example.com',
    '太郎@example.com',
    `${'a'.repeat(250)}@example.com`,
  ])('refuses %j', (typed) => {
    expect(EmailAddress.safeParse(typed).success).toBe(false)
  })
})
