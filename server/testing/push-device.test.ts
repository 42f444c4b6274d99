import { expect, it } from 'vitest'
import { decrypt, senderOf } from './push-device.ts'

it('push device decrypts the example of RFC 8291, section 5', () => {
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'
  const keys = {
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    publicKey:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const bytes = Buffer.from(body, 'base64url')
  expect(decrypt(bytes, keys)).toBe('When I grow up, I want to be a watermelon')
  for (const at of [0, 20, 40, bytes.length - 1]) {
    const bent = Buffer.from(bytes)
    bent[at]! ^= 1
    expect(() => decrypt(bent, keys), `byte ${at}`).toThrow()
  }
})

it('push device verifies the example of RFC 8292, section 2.4', () => {
  const token =
    'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA'
  const key =
    'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'
  expect(senderOf(`vapid t=${token}, k=${key}`)).toEqual({
    key,
    claims: { aud: 'https://push.example.net', exp: 1453523768, sub: 'mailto:push@example.com' },
  })
  expect(() => senderOf(`vapid t=${token.replace('.i3CY', '.i3CZ')}, k=${key}`)).toThrow(
    'signed by another',
  )
})
