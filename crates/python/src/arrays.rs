//! Zero-copy access to numpy arrays.

use numpy::{
    Element, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyReadwriteArrayDyn, PyUntypedArray,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// Returns the array of a Python object if it has this type and shape and is C-contiguous;
/// otherwise an exception with the expected array.
fn array<'py, T: Element>(
    what: &str,
    object: &Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyArrayDyn<T>>> {
    let wanted =
        || format!("{what}: expected a numpy array of {} with the shape {}", T::get_dtype(object.py()), tuple(shape));
    let Ok(untyped) = object.cast::<PyUntypedArray>() else {
        let found = object.get_type().name().map_or_else(|_| "another type".to_string(), |name| name.to_string());
        return Err(PyTypeError::new_err(format!("{}, not {found}", wanted())));
    };
    if !untyped.dtype().is_equiv_to(&T::get_dtype(object.py())) {
        return Err(PyTypeError::new_err(format!("{}, not of {}", wanted(), untyped.dtype())));
    }
    if untyped.shape() != shape {
        return Err(PyValueError::new_err(format!("{}, not {}", wanted(), tuple(untyped.shape()))));
    }
    if !untyped.is_c_contiguous() {
        return Err(PyValueError::new_err(format!("{} in C order", wanted())));
    }
    object.cast::<PyArrayDyn<T>>().cloned().map_err(|e| PyTypeError::new_err(e.to_string()))
}

/// Returns an array to read from.
pub(crate) fn input<'py, T: Element>(
    what: &str,
    object: &Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let array = array(what, object, shape)?;
    array.try_readonly().map_err(|_| PyValueError::new_err(format!("{what}: the array is being written to")))
}

/// Returns an array to write to.
pub(crate) fn output<'py, T: Element>(
    what: &str,
    object: &Bound<'py, PyAny>,
    shape: &[usize],
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    let array = array(what, object, shape)?;
    array
        .try_readwrite()
        .map_err(|_| PyValueError::new_err(format!("{what}: the array is in use or cannot be written to")))
}

/// Returns a shape in Python notation.
fn tuple(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        all => format!("({})", all.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")),
    }
}
