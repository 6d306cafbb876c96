import { render, screen } from '@testing-library/preact';
