// @vitest-environment jsdom
import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type KeyboardEvent, useState } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { focusFirstError } from '#pwa/lib/forms/focus-first-error.ts'
import { BirthdayInput } from './BirthdayInput.tsx'
import { Composer } from './Composer.tsx'
import { ImageUpload } from './ImageUpload.tsx'
import { isComposing } from './ime.ts'
import { PasswordInput } from './PasswordInput.tsx'
import { PriceInput } from './PriceInput.tsx'
import { RadioGroup } from './RadioGroup.tsx'
import { TextInput, type TextInputProps } from './TextInput.tsx'
import { Toggle } from './Toggle.tsx'

afterEach(cleanup)

function Title(props: Partial<TextInputProps>) {
  const [value, setValue] = useState(props.value ?? '')
  return <TextInput label="タイトル" {...props} value={value} onChange={setValue} />
}

const described = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)

describe('Field', () => {
  it('is described by its hint, counter and error', () => {
    render(<Title require hint="みじかく" error="長すぎます" maxCount={30} value="夜" />)
    const field = screen.getByRole('textbox', { name: 'タイトル' })
    expect(described(field)).toEqual(['みじかく', '1/30文字', '長すぎます'])
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(field.getAttribute('aria-required')).toBe('true')
  })

  it('has no description without hint, counter and error', () => {
    render(<Title />)
    expect(screen.getByRole('textbox').hasAttribute('aria-describedby')).toBe(false)
  })

  it.each([
    { props: {}, name: 'タイトル任意' },
    { props: { require: true }, name: 'タイトル' },
    { props: { disabled: true }, name: 'タイトル（変更不可）' },
    { props: { readOnly: true }, name: 'タイトル' },
  ])('is marked as optional or read-only: $name', ({ props, name }) => {
    render(<Title {...props} />)
    expect(document.querySelector('label')?.textContent).toBe(name)
  })

  it('can be typed into once the app has hydrated it, as the server renders it read-only', () => {
    const place = document.createElement('div')
    place.innerHTML = renderToString(<Title />)
    place.querySelector('input')?.setAttribute('readonly', '')
    render(<Title />, { container: document.body.appendChild(place), hydrate: true })
    expect(screen.getByRole('textbox')).toHaveProperty('readOnly', false)
  })

  it('accepts one character more than the maximum, and turns the counter red', async () => {
    render(<Title maxCount={3} maxLength={4} />)
    await userEvent.type(screen.getByRole('textbox'), 'あいうえお')
    expect(screen.getByRole('textbox')).toHaveProperty('value', 'あいうえ')
    const counter = screen.getByText(/4\/3/)
    expect(counter.className).toContain('over')
  })

  it('counts graphemes', () => {
    render(<Title maxCount={30} value={'👨‍👩‍👧か\u3099'} />)
    expect(screen.getByText(/2\/30/).className).not.toContain('over')
  })

  it('is cleared by ✕ and keeps the focus', async () => {
    render(<Title cancel value="消される" />)
    await userEvent.click(screen.getByRole('button', { name: '入力を消す' }))
    expect(screen.getByRole('textbox')).toHaveProperty('value', '')
    expect(document.activeElement).toBe(screen.getByRole('textbox'))
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('is not cleared if it is disabled', () => {
    render(<Title cancel disabled value="のこる" />)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('PriceInput', () => {
  function Price({ start = '' }: { start?: string }) {
    const [yen, setYen] = useState(start)
    return (
      <>
        <PriceInput label="月額" value={yen} onChange={setYen} />
        <output>{yen || '空'}</output>
      </>
    )
  }

  it.each([
    ['1980', '1980', '1,980'],
    ['１９８０', '1980', '1,980'],
    ['¥12,000円', '12000', '12,000'],
    ['0', '0', '0'],
    ['無料', '空', ''],
  ])('parses %s as %s yen and shows %s', async (typed, yen, shown) => {
    render(<Price />)
    await userEvent.type(screen.getByRole('textbox'), typed)
    expect(screen.getByRole('status').textContent).toBe(yen)
    expect(screen.getByRole('textbox')).toHaveProperty('value', typed)
    await userEvent.tab()
    expect(screen.getByRole('textbox')).toHaveProperty('value', shown)
  })

  it('is empty after it is cleared', async () => {
    render(<Price start="500" />)
    await userEvent.clear(screen.getByRole('textbox'))
    expect(screen.getByRole('status').textContent).toBe('空')
  })
})

describe('RadioGroup', () => {
  const options = [
    { value: 1, label: '男性' },
    { value: 2, label: '女性' },
  ]
  function Gender({ error }: { error?: string }) {
    const [value, setValue] = useState<number | null>(1)
    return (
      <RadioGroup
        label="性別"
        name="gender"
        require
        error={error}
        value={value}
        onChange={setValue}
        options={options}
      />
    )
  }

  it('is a group of native radio buttons, entered at the selected one', async () => {
    render(<Gender />)
    expect(screen.getByRole('radiogroup', { name: '性別' })).toBeTruthy()
    await userEvent.click(screen.getByText('女性'))
    expect(screen.getByRole('radio', { name: '女性' })).toHaveProperty('checked', true)
    expect(screen.getByRole('radio', { name: '男性' })).toHaveProperty('checked', false)
    await userEvent.tab({ shift: true })
    await userEvent.tab()
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '女性' }))
  })

  it('gets the focus if it has an error', () => {
    const { container } = render(<Gender error="えらんでください。" />)
    focusFirstError(container)
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '男性' }))
  })

  it('focuses the first field with an error', () => {
    const { container } = render(
      <>
        <Title />
        <TextInput label="本文" error="本文を入力してください。" value="" onChange={String} />
        <TextInput label="住所" error="住所を入力してください。" value="" onChange={String} />
      </>,
    )
    focusFirstError(container)
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /本文/ }))
  })
})

describe('Toggle', () => {
  function Terms() {
    const [checked, setChecked] = useState(false)
    return (
      <Toggle
        label="条項に同意する"
        error={checked ? null : '同意してください'}
        checked={checked}
        onChange={setChecked}
      />
    )
  }

  it('switches by the space bar, and by a press on its label', async () => {
    render(<Terms />)
    const toggle = screen.getByRole('switch', { name: '条項に同意する' })
    expect(described(toggle)).toEqual(['同意してください'])
    await userEvent.tab()
    await userEvent.keyboard(' ')
    expect(toggle.getAttribute('aria-checked')).toBe('true')
    expect(toggle.hasAttribute('aria-describedby')).toBe(false)
    await userEvent.click(screen.getByText('条項に同意する'))
    expect(toggle.getAttribute('aria-checked')).toBe('false')
  })
})

describe('PasswordInput', () => {
  it('hides the password until the user shows it', async () => {
    render(<PasswordInput label="パスワード" value="himitsu" onChange={String} />)
    const field = screen.getByLabelText(/^パスワード任意/)
    expect(field).toHaveProperty('type', 'password')
    await userEvent.click(screen.getByRole('button', { name: 'パスワードを表示' }))
    expect(field).toHaveProperty('type', 'text')
    await userEvent.click(screen.getByRole('button', { name: 'パスワードを隠す' }))
    expect(field).toHaveProperty('type', 'password')
  })
})

describe('BirthdayInput', () => {
  it('accepts full-width digits, and converts them to half-width ones', async () => {
    function Day() {
      const [value, setValue] = useState({ year: '', month: '', day: '' })
      return <BirthdayInput label="生年月日" value={value} onChange={setValue} />
    }
    render(<Day />)
    await userEvent.type(screen.getByLabelText('年'), '１９９０')
    await userEvent.tab()
    expect(screen.getByLabelText('年')).toHaveProperty('value', '1990')
  })
})

describe('kana conversion', () => {
  function Field({ seen }: { seen: (composing: boolean) => void }) {
    const onKeyDown = (event: KeyboardEvent) => seen(isComposing(event))
    return <textarea aria-label="トーク" onKeyDown={onKeyDown} />
  }

  it.each([
    { key: { key: 'Enter', isComposing: true }, composing: true },
    { key: { key: 'Enter', keyCode: 229 }, composing: true },
    { key: { key: 'Enter', keyCode: 13 }, composing: false },
  ])('is distinguished from an Enter that sends: $key', ({ key, composing }) => {
    const seen: boolean[] = []
    render(<Field seen={(is) => seen.push(is)} />)
    const field = screen.getByRole('textbox')
    fireEvent(field, createEvent.keyDown(field, key))
    expect(seen).toEqual([composing])
  })
})

it('keeps the focus in the message field after a press on the send button', async () => {
  function Messages() {
    const [text, setText] = useState('')
    return (
      <Composer
        {...{ text, onText: setText, onSend: () => {}, max: 10 }}
        problemOf={(written) => (written === '' ? 'empty' : null)}
        tidy={(written) => written}
        lengthOf={({ length }) => length}
      />
    )
  }
  render(<Messages />)
  const field = screen.getByLabelText('メッセージ')
  await userEvent.type(field, 'こんばんは')
  await userEvent.click(screen.getByRole('button', { name: '送る' }))
  expect(field).toHaveProperty('value', '')
  expect(document.activeElement).toBe(field)
})

it('names a chosen picture that this browser cannot show', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:heic')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  const heic = new File(['heic'], 'omote.heic', { type: 'image/heic' })
  render(<ImageUpload label="表面" value={heic} onChange={() => {}} />)
  fireEvent.error(screen.getByRole('img', { name: '選んだ画像' }))
  screen.getByText('omote.heic')
  expect(screen.queryByRole('img')).toBeNull()
})
