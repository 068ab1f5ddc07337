import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { Checkbox, RadioGroup } from '#client/ui/choice.tsx'
import { Field, Input, Select, Textarea, TextField } from '#client/ui/field.tsx'

describe('Field', () => {
  it('ties label, hint and error to its control', () => {
    render(<TextField label="Sort code" hint="On your card" error="Sort code must be 6 digits" />)
    const box = screen.getByLabelText('Sort code')
    expect(box).toHaveAccessibleDescription('On your card Sort code must be 6 digits')
    expect(box).toBeInvalid()
  })

  it('is valid and has no description when nothing is wrong', () => {
    render(<TextField label="Sort code" />)
    const box = screen.getByLabelText('Sort code')
    expect(box).toBeValid()
    expect(box).not.toHaveAttribute('aria-invalid')
    expect(box).not.toHaveAttribute('aria-describedby')
  })

  it('serves a list and a text area as it serves an input', () => {
    render(
      <>
        <Field label="Type" optional error="Choose one">
          <Select>
            <option>Club</option>
          </Select>
        </Field>
        <Field label="Message" hint="In your words">
          <Textarea />
        </Field>
      </>,
    )
    expect(screen.getByRole('combobox', { name: 'Type (optional)' })).toHaveAccessibleDescription(
      'Choose one',
    )
    expect(screen.getByRole('textbox', { name: 'Message' })).toHaveAccessibleDescription('In your words')
  })

  it('keeps a description and an id the caller brings', () => {
    render(
      <>
        <p id="rule">Eight letters at most</p>
        <Field label="Code" id="club-code" hint="From your club">
          <Input aria-describedby="rule" />
        </Field>
      </>,
    )
    const box = screen.getByLabelText('Code')
    expect(box).toHaveAttribute('id', 'club-code')
    expect(box).toHaveAccessibleDescription('From your club Eight letters at most')
  })

  it('gives two fields with one label different controls', () => {
    render(
      <>
        <TextField label="Email" />
        <TextField label="Email" />
      </>,
    )
    const [first, second] = screen.getAllByLabelText('Email')
    expect(first?.id).not.toBe(second?.id)
  })

  it('hands its ref to the input', async () => {
    const user = userEvent.setup()
    function Form() {
      const [box, setBox] = useState<HTMLInputElement | null>(null)
      return (
        <>
          <TextField label="Name" ref={setBox} />
          <button type="button" onClick={() => box?.focus()}>
            Go to it
          </button>
        </>
      )
    }
    render(<Form />)
    await user.click(screen.getByRole('button', { name: 'Go to it' }))
    expect(screen.getByLabelText('Name')).toHaveFocus()
  })
})

describe('Checkbox', () => {
  it('is pressed by its words and says what is wrong', async () => {
    const user = userEvent.setup()
    render(<Checkbox label="I agree to the terms" error="You must agree to the terms" />)
    const box = screen.getByRole('checkbox', { name: 'I agree to the terms' })
    expect(box).toHaveAccessibleDescription('You must agree to the terms')
    expect(box).toBeInvalid()
    await user.click(screen.getByText('I agree to the terms'))
    expect(box).toBeChecked()
  })
})

describe('RadioGroup', () => {
  it('is one named group that reports the choice', async () => {
    const user = userEvent.setup()
    const chosen: string[] = []
    render(
      <RadioGroup
        legend="Payout"
        error="Choose one"
        options={[
          { value: 'bank', label: 'To the bank' },
          { value: 'hold', label: 'Keep for me' },
        ]}
        value="bank"
        onValueChange={(value) => chosen.push(value)}
      />,
    )
    expect(screen.getByRole('group', { name: 'Payout' })).toHaveAccessibleDescription('Choose one')
    expect(screen.getByRole('radio', { name: 'To the bank' })).toBeChecked()
    await user.click(screen.getByRole('radio', { name: 'Keep for me' }))
    expect(chosen).toEqual(['hold'])
  })
})
