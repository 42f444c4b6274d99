// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { TagsInput } from './TagsInput.tsx'

afterEach(cleanup)

describe('TagsInput', () => {
  function Tags({ start = [] }: { start?: string[] }) {
    const [tags, setTags] = useState(start)
    return (
      <>
        <TagsInput
          label="タグ"
          max={3}
          parse={(typed) => [...new Set(typed.split(/[\s,]+/).filter(Boolean))]}
          value={tags}
          onChange={setTags}
        />
        <output>{tags.join('|')}</output>
        <button type="submit">保存</button>
      </>
    )
  }
  const shown = () => screen.getByRole('status').textContent
  const field = () => screen.getByRole('textbox')

  it('adds a tag at Enter, a blank, a comma, and on leaving the field', async () => {
    render(<Tags />)
    await userEvent.type(field(), '朗読{Enter}')
    expect(shown()).toBe('朗読')
    await userEvent.type(field(), '夜 ')
    expect(shown()).toBe('朗読|夜')
    await userEvent.type(field(), '朗読,')
    expect(shown()).toBe('朗読|夜')
    await userEvent.type(field(), '本')
    await userEvent.click(screen.getByRole('button', { name: '保存' }))
    expect(shown()).toBe('朗読|夜|本')
    expect(field()).toHaveProperty('value', '')
    expect(field()).toHaveProperty('readOnly', true)
  })

  it('removes a tag by its button, and keeps the focus', async () => {
    render(<Tags start={['朗読', '夜', '本']} />)
    await userEvent.click(screen.getByRole('button', { name: '「夜」を外す' }))
    expect(shown()).toBe('朗読|本')
    expect(document.activeElement).toBe(field())
  })

  it('removes the last tag by Backspace in the empty field, also a full one, but not by a held key', async () => {
    render(<Tags start={['朗読', '夜', '本']} />)
    await userEvent.type(field(), '{Backspace}')
    expect(shown()).toBe('朗読|夜')
    await userEvent.type(field(), '茶{Backspace}')
    expect(shown()).toBe('朗読|夜')
    fireEvent.keyDown(field(), { key: 'Backspace', repeat: true })
    expect(shown()).toBe('朗読|夜')
  })

  it('leaves keys to a kana conversion, and Enter in an empty field to the form', () => {
    render(<Tags />)
    fireEvent.compositionStart(field())
    fireEvent.change(field(), { target: { value: 'ろうどく' } })
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true })
    expect(shown()).toBe('')
    expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(false)
    expect(shown()).toBe('ろうどく')
    expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(true)
  })
})
