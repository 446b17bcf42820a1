//! Eigenvectors of symmetric matrices by Jacobi rotations: simple, accurate, and with the same bits
//! on every machine.

/// A square matrix, row by row.
pub(super) type Matrix = Vec<Vec<f64>>;

pub(super) fn identity(size: usize) -> Matrix {
    (0..size).map(|i| (0..size).map(|j| f64::from(u8::from(i == j))).collect()).collect()
}

/// The maximum number of sweeps; small matrices take fewer than ten.
const MOST_SWEEPS: usize = 60;

/// The eigenvalues of a symmetric matrix, and a matrix whose columns are the unit eigenvectors.
pub(super) fn eigen(matrix: &Matrix) -> (Vec<f64>, Matrix) {
    let size = matrix.len();
    let mut a = matrix.clone();
    let mut axes = identity(size);
    for _ in 0..MOST_SWEEPS {
        let below: f64 = (0..size).flat_map(|i| a[i][..i].iter()).map(|x| x * x).sum();
        let diagonal: f64 = (0..size).map(|i| a[i][i] * a[i][i]).sum();
        if below <= diagonal * 1e-32 {
            break;
        }
        for p in 0..size {
            for q in p + 1..size {
                rotate(&mut a, &mut axes, p, q);
            }
        }
    }
    ((0..size).map(|i| a[i][i]).collect(), axes)
}

/// Rotates in the plane of `p` and `q` so that their off-diagonal entry vanishes.
fn rotate(a: &mut Matrix, axes: &mut Matrix, p: usize, q: usize) {
    if a[p][q] == 0.0 {
        return;
    }
    // The smaller of the two possible angles.
    let half = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
    let tangent = half.signum() / (half.abs() + (half * half + 1.0).sqrt());
    let cosine = 1.0 / (tangent * tangent + 1.0).sqrt();
    let sine = tangent * cosine;
    for row in a.iter_mut().chain(axes.iter_mut()) {
        (row[p], row[q]) = (cosine * row[p] - sine * row[q], sine * row[p] + cosine * row[q]);
    }
    let (above, below) = a.split_at_mut(q);
    for (x, y) in above[p].iter_mut().zip(&mut below[0]) {
        (*x, *y) = (cosine * *x - sine * *y, sine * *x + cosine * *y);
    }
}

#[cfg(test)]
mod tests {
    use lastknight::Random;

    use super::*;
    use crate::tune::variates::normal;

    /// B·diag(values)·Bᵀ.
    fn composed(values: &[f64], axes: &Matrix) -> Matrix {
        let size = values.len();
        let entry =
            |i: usize, j: usize| (0..size).map(|k| axes[i][k] * values[k] * axes[j][k]).sum();
        (0..size).map(|i| (0..size).map(|j| entry(i, j)).collect()).collect()
    }

    fn assert_near(a: &Matrix, b: &Matrix, within: f64) {
        for (a, b) in a.iter().flatten().zip(b.iter().flatten()) {
            assert!((a - b).abs() < within, "{a} {b}");
        }
    }

    #[test]
    fn known_values_are_found() {
        let (mut values, _) = eigen(&vec![vec![2.0, 1.0], vec![1.0, 2.0]]);
        values.sort_by(f64::total_cmp);
        assert!((values[0] - 1.0).abs() < 1e-15 && (values[1] - 3.0).abs() < 1e-15);
        assert_eq!(eigen(&identity(3)), (vec![1.0; 3], identity(3)));
        assert_eq!(eigen(&vec![vec![7.0]]), (vec![7.0], identity(1)));
        assert_eq!(eigen(&vec![vec![0.0; 2]; 2]).0, [0.0, 0.0]);
    }

    #[test]
    fn values_and_axes_make_the_matrix_again() {
        let mut random = Random::new(2);
        for size in [2, 3, 5, 10, 20] {
            let half: Matrix =
                (0..size).map(|_| (0..size).map(|_| normal(&mut random)).collect()).collect();
            let matrix = composed(&vec![1.0; size], &half);
            let (values, axes) = eigen(&matrix);
            assert!(values.iter().all(|&value| value > -1e-12));
            assert_near(&composed(&values, &axes), &matrix, 1e-11);
            assert_near(&composed(&vec![1.0; size], &axes), &identity(size), 1e-12);
        }
    }
}
