// Half the mutants of a screen make it wait for what never comes: here that takes two seconds, not ten.
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 2_000 });
