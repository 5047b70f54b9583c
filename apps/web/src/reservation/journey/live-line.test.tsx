// What travellers read of a train that does not run as planned.
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
